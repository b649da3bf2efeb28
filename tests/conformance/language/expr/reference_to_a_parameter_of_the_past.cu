// case: reference_to_a_parameter_of_the_past
// spec: [expr.const]/5, [expr.call]/7
// reject: E0570 the parameter ended with the call
struct Held {
    const int& m;
    __tile__ constexpr Held(int n) : m(n) {}
};
constexpr int value = Held(4).m;
extern "C" __tile_global__ void test(int* out) { *out = value; }

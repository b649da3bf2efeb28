// case: sizeof_of_packs_and_types
// spec: [expr.sizeof], [expr.alignof]
// arg: out i32[6]
// expect: [4, 43, 32, 49, 9, 10]
struct alignas(16) Wide { char c; };
struct Empty {};
template <class... Ts> __tile__ constexpr int count(Ts...) { return sizeof...(Ts) * 10 + (0 + ... + sizeof(Ts)); }

extern "C" __tile_global__ void test(int* out) {
    int n = 0;
    out[0] = sizeof(++n) + n;     // unevaluated
    out[1] = count('a', 1, 2.0);
    out[2] = sizeof(Wide) + alignof(Wide);
    out[3] = sizeof(Empty) + sizeof(Wide[3]);
    out[4] = sizeof(int&) + sizeof "abc" + sizeof('a');
    out[5] = alignof(double[4]) + alignof(short&);
}

// case: end_of_an_object_compared
// spec: [expr.eq]/3, [expr.const]/5
// reject: E0570 whether another object begins where this one ends is unspecified
constexpr bool equal(const int* a, const int* b) { return a == b; }
extern "C" __tile_global__ void test(int* out) {
    constexpr int x = 5, y = 6;
    constexpr bool b = equal(&x + 1, &y);
    *out = b;
}

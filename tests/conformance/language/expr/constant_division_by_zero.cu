// case: constant_division_by_zero
// spec: [expr.mul]/4
// reject: E0570 divides by zero
constexpr int ratio(int a, int b) { return a / b; }

extern "C" __tile_global__ void test(int* out) {
    constexpr int r = ratio(1, 0);
    *out = r;
}

// case: constant_unreachable
// spec: [expr.const]/5.8
// reject: E0570 reaches __builtin_unreachable
constexpr int only(int n) {
    if (n == 1) return 5;
    __builtin_unreachable();
}
static_assert(only(2) == 5);

extern "C" __tile_global__ void test(int* out) { *out = 1; }

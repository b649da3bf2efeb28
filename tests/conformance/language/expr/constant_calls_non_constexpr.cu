// case: constant_calls_non_constexpr
// spec: [expr.const]/5.2
// reject: E0570 the function is not constexpr
__tile__ int plain(int n) { return n; }
static_assert(plain(1) == 1);

extern "C" __tile_global__ void test(int* out) { *out = 1; }

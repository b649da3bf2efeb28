// case: constant_overflow
// spec: [expr.const]/5.8, [expr.pre]/4
// reject: E0570 the sum overflows
constexpr int next(int n) { return n + 1; }
static_assert(next(2147483647) != 0);

extern "C" __tile_global__ void test(int* out) { *out = 1; }

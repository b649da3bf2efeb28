// case: constant_negative_shift
// spec: [expr.shift]/1
// reject: E0570 a negative amount
constexpr int shift(int n) { return 8 >> n; }
static_assert(shift(-1) != 0);

extern "C" __tile_global__ void test(int* out) { *out = 1; }

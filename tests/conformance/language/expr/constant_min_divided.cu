// case: constant_min_divided
// spec: [expr.mul]/4
// reject: E0570 the quotient is not representable
constexpr int lowest = -2147483647 - 1;
constexpr int ratio(int n) { return lowest / n; }
static_assert(ratio(-1) != 0);

extern "C" __tile_global__ void test(int* out) { *out = 1; }

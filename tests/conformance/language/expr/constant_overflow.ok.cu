// case: constant_overflow
// spec: [expr.const]/5.8, [expr.pre]/4
// accept: unsigned arithmetic wraps
constexpr unsigned next(unsigned n) { return n + 1; }
static_assert(next(4294967295) == 0);

extern "C" __tile_global__ void test(int* out) { *out = 1; }

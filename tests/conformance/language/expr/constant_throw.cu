// case: constant_throw
// spec: [expr.const]/5.26
// reject: E0570 the evaluation throws
constexpr int checked(int n) { return n > 0 ? n : throw n; }
static_assert(checked(0) == 0);

extern "C" __tile_global__ void test(int* out) { *out = 1; }

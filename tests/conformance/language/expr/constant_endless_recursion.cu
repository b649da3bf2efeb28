// case: constant_endless_recursion
// spec: [expr.const]/5.7, [implimits]
// reject: E0572 the calls are nested too deeply
constexpr int down(int n) { return n == -1 ? 0 : down(n + 1); }
static_assert(down(0) == 0);

extern "C" __tile_global__ void test(int* out) { *out = 1; }

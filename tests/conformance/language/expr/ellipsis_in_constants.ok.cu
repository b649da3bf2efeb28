// case: ellipsis_in_constants
// spec: [expr.const]/5, [expr.call]/8
// accept: the same, corrected
constexpr int value() { return 1; }
constexpr int f(...) { return 3; }
static_assert(f(value()) == 3);

extern "C" __tile_global__ void test(int*) {}

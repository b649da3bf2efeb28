// case: capture_default_outside_of_functions
// spec: [expr.prim.lambda.capture]/3
// reject: E0517 there is nothing to capture
constexpr int n = 3;
constexpr auto l = [=] { return n; };
static_assert(l() == 3);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }

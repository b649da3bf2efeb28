// case: lambda_in_unevaluated
// spec: [expr.prim.lambda.general]/5
// accept: the static assertions hold
using L = decltype([](int x) { return x * 2; });
static_assert(L{}(4) == 8);
static_assert(sizeof([](int) { return 1L; }(1)) == 8);
extern "C" __tile_global__ void test(int *p) {}

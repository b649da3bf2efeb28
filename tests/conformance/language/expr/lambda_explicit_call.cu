// case: lambda_explicit_call
// spec: [expr.prim.lambda.general]/5
// accept: the static assertions hold
constexpr auto f = []<int N>() { return N; };
static_assert(f.template operator()<4>() == 4);
extern "C" __tile_global__ void test(int *p) {}

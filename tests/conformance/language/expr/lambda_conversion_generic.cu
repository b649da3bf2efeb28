// case: lambda_conversion_generic
// spec: [expr.prim.lambda.general]/5
// accept: the static assertions hold
constexpr auto f = [](auto x) { return x + 1; };
constexpr int (*p)(int) = f;
constexpr long (*q)(long) = f;
static_assert(p(1) == 2 && q(2) == 3);
extern "C" __tile_global__ void test(int *p) {}

// case: lambda_recursive_via_auto_this
// spec: [expr.prim.lambda.general]/5
// accept: the static assertions hold
constexpr auto fact = [](auto self, int n) -> int { return n < 2 ? 1 : n * self(self, n - 1); };
static_assert(fact(fact, 5) == 120);
extern "C" __tile_global__ void test(int *p) {}

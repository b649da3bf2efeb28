// case: capture_default_in_lambdas
// spec: [expr.prim.lambda.capture]/3
// accept: the inner lambda is in a function, the other initialises a member
constexpr auto outer = [](int n) { return [=] { return n; }(); };
static_assert(outer(3) == 3);
struct S {
    int a = 2;
    int b = [&] { return a + 1; }();
};
static_assert(S().b == 3);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }

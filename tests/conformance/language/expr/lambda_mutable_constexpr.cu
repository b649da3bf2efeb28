// case: lambda_mutable_constexpr
// spec: [expr.prim.lambda.general]/5
// accept: the static assertions hold
constexpr int f() {
    int s = 0;
    auto l = [s]() mutable { return ++s; };
    l();
    return l() * 10 + s;
}
static_assert(f() == 20);
extern "C" __tile_global__ void test(int *p) {}

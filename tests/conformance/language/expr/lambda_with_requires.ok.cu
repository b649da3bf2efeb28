// case: lambda_with_requires
// spec: [dcl.decl.general]/4, [expr.prim.lambda.general]
// accept: a generic lambda is
extern "C" __tile_global__ void test(int* out, int n) {
    auto twice = [](auto n) requires(sizeof(n) == 4) { return 2 * n; };
    *out = twice(n);
}

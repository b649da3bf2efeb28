// case: lambda_with_requires
// spec: [dcl.decl.general]/4, [expr.prim.lambda.general]
// reject: E0324 a lambda without parameters for types is not a template
extern "C" __tile_global__ void test(int* out, int n) {
    auto twice = [](int n) requires(sizeof(int) == 4) { return 2 * n; };
    *out = twice(n);
}

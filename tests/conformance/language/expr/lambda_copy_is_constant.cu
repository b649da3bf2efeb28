// case: lambda_copy_is_constant
// spec: [expr.prim.lambda.closure]
// reject: E0511 the call operator is const without mutable
extern "C" __tile_global__ void test(int n, int* out) {
    auto f = [n] { return ++n; };
    *out = f();
}

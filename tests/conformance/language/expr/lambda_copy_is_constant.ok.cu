// case: lambda_copy_is_constant
// spec: [expr.prim.lambda.closure]
// accept: mutable makes the copies variables
extern "C" __tile_global__ void test(int n, int* out) {
    auto f = [n]() mutable { return ++n; };
    *out = f();
}

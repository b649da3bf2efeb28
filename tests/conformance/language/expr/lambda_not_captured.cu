// case: lambda_not_captured
// spec: [expr.prim.lambda.capture]
// reject: E0517 n is odr-used and not captured
extern "C" __tile_global__ void test(int n, int* out) {
    auto f = [] { return n; };
    *out = f();
}

// case: lambda_redundant_capture
// spec: [expr.prim.lambda.capture]
// reject: E0517 the default is by reference already
extern "C" __tile_global__ void test(int n, int* out) {
    auto f = [&, &n] { return n; };
    *out = f();
}

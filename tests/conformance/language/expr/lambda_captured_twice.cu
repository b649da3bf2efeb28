// case: lambda_captured_twice
// spec: [expr.prim.lambda.capture]
// reject: E0517 a name is captured once
extern "C" __tile_global__ void test(int n, int* out) {
    auto f = [n, n] { return n; };
    *out = f();
}

// case: lambda_captures_a_global
// spec: [expr.prim.lambda.capture]
// reject: E0517 only local variables are captured
constexpr int global = 3;

extern "C" __tile_global__ void test(int n, int* out) {
    auto f = [global] { return global; };
    *out = f();
}

// case: lambda_parameter_is_a_capture
// spec: [expr.prim.lambda.capture]/5
// reject: E0309 a parameter called like a capture
extern "C" __tile_global__ void test(int* out, int n) {
    auto id = [n](int n) { return n; };
    *out = id(2);
}

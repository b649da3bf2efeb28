// case: lambda_parameter_is_a_capture
// spec: [expr.prim.lambda.capture]/5
// accept: the same, corrected
extern "C" __tile_global__ void test(int* out, int n) {
    auto id = [n](int m) { return n + m; };
    *out = id(2);
}

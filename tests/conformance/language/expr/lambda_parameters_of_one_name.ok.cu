// case: lambda_parameters_of_one_name
// spec: [expr.prim.lambda.general]
// accept: the same, corrected
extern "C" __tile_global__ void test(int* out, int n) {
    auto add = [](int a, int b) { return a + b; };
    *out = add(n, 2);
}

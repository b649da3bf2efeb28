// case: lambda_parameters_of_one_name
// spec: [expr.prim.lambda.general]
// reject: E0309 two parameters are called alike
extern "C" __tile_global__ void test(int* out, int n) {
    auto add = [](int a, int a) { return a; };
    *out = add(n, 2);
}

// case: constant_through_a_lambda_without_capture
// spec: [expr.prim.lambda.capture]/8
// accept: both lambdas capture by default
extern "C" __tile_global__ void test(int* out) {
    constexpr int most = 4;
    auto where = [=] { return [=] { return *&most; }(); };
    *out = where();
}

// case: not_captured_by_a_lambda_between
// spec: [expr.prim.lambda.capture]/7
// reject: E0517 the lambda in the middle captures nothing by default
extern "C" __tile_global__ void test(int* out) {
    int y = 2;
    auto outer = [&] {
        auto middle = [q = 7] { return [&] { return y + q; }(); };
        return middle();
    };
    *out = outer();
}

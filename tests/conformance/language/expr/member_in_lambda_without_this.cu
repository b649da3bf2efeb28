// case: member_in_lambda_without_this
// spec: [expr.prim.lambda.capture]/7
// reject: E0517 the lambda does not capture `this`
struct Scaler {
    int factor;
    __tile__ int apply(int n) const {
        auto scaled = [](auto x) { return x * factor; };
        return scaled(n);
    }
};
extern "C" __tile_global__ void test(int* out) { *out = Scaler{3}.apply(2); }

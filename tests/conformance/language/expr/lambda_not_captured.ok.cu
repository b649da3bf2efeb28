// case: lambda_not_captured
// spec: [expr.prim.lambda.capture], [basic.def.odr]
// accept: a constant's value, and the type of a variable, need no capture
extern "C" __tile_global__ void test(int n, int* out) {
    constexpr int k = 3;
    const int m = 4;
    auto f = [] { return k + m + static_cast<int>(sizeof(n)); };
    *out = f();
}

// case: lambda_binding_not_captured
// spec: [expr.prim.lambda.capture]
// reject: E0517 a structured binding is captured like a variable
struct P {
    int a, b;
};

extern "C" __tile_global__ void test(int n, int* out) {
    auto [x, y] = P{n, n + 1};
    auto f = [x] { return x + y; };
    out[0] = f();
}

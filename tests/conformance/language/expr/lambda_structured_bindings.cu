// case: lambda_structured_bindings
// spec: [expr.prim.lambda.capture]
// arg: i32 = 4
// arg: out i32[3]
// expect: [4, 9, 18]
struct P {
    int a, b;
};

extern "C" __tile_global__ void test(int n, int* out) {
    auto [x, y] = P{n, n + 1};
    auto copy = [x, y] { return 2 * x - 4 + 0 * y; };
    out[0] = copy();
    auto named = [x = x, &z = y] { return x + z; };
    out[1] = named();
    int v[2] = {n, n + 5};
    auto& [c, d] = v;
    d = n * 2 + 6;
    auto f = [=] { return c + d; };
    d = 0;
    out[2] = f();
}

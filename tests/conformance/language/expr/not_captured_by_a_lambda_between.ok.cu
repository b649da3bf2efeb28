// case: not_captured_by_a_lambda_between
// spec: [expr.prim.lambda.capture]/7
// accept: all lambdas between capture it
extern "C" __tile_global__ void test(int* out) {
    int y = 2;
    auto [a, b] = [&] {
        struct S {
            int a, b;
        };
        auto middle = [&, q = 7] { return [&] { return S{y + q, y}; }(); };
        return middle();
    }();
    auto named = [y] { return [y] { return [&] { return y; }(); }(); };
    auto bound = [&] { return [=] { return a + b; }(); };
    auto pack = [](auto... n) { return [&] { return [=] { return (n + ...); }(); }(); };
    *out = named() + bound() + pack(1, 2);
}

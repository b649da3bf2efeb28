// case: lambda_nested_captures
// spec: [expr.prim.lambda.capture]
// arg: i32 = 2
// arg: out i32[6]
// expect: [1, 4, 12, 8, 14, 9]
extern "C" __tile_global__ void test(int n, int* out) {
    int a = 1, b = 1, c = 1;
    auto m1 = [a, &b, &c]() mutable {
        auto m2 = [a, b, &c]() mutable {
            a = 10;
            b = 10;
            c = 12;
        };
        a = 3;
        b = 4;
        m2();
    };
    b = 2;
    m1();
    out[0] = a;
    out[1] = b;
    out[2] = c;
    auto outer = [=](auto x) { return [=](auto y) { return x + y + n; }; };
    out[3] = outer(1)(5);
    auto deep = [&] { return [&] { return [&] { return c + n; }(); }(); };
    out[4] = deep();
    auto compose = [](auto f, auto g) { return [=](auto x) { return f(g(x)); }; };
    out[5] = compose([](int x) { return x + 1; }, [](int x) { return x * 4; })(n);
}

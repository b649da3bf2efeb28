// case: captures
// spec: [expr.prim.lambda.capture]
// arg: i32 = 5
// arg: out i32[6]
// expect: [5, 8, 1, 2, 12, 120]
template <typename F>
struct Fix {
    F f;
    template <typename... A>
    __tile__ auto operator()(A... a) const {
        return f(a...);
    }
};

extern "C" __tile_global__ void test(int n, int* out) {
    int x = n;
    auto copy = [x] { return x; };
    auto alias = [&x] { return x; };
    x = 8;
    out[0] = copy();
    out[1] = alias();
    auto count = [k = 0]() mutable { return ++k; };
    out[2] = count();
    out[3] = count();
    auto pack = [](auto... v) {
        return [=] { return (0 + ... + v); };
    };
    out[4] = pack(3, 4, n)();
    int product = 1;
    auto multiply = [&](auto v) -> int& { return product *= v; };
    for (int i = 1; i <= n; ++i) multiply(i);
    out[5] = Fix{[=](int one) { return product * one; }}(1);
}

// case: lambda_recursion
// spec: [expr.prim.lambda.closure]
// arg: out i32[3]
// expect: [120, 55, 6]
template <typename F>
struct Fix {
    F f;
    template <typename... A>
    constexpr auto operator()(A... a) const {
        return f(*this, a...);
    }
};

extern "C" __tile_global__ void test(int* out) {
    constexpr auto factorial = [](auto self, int n) -> int { return n < 2 ? 1 : n * self(self, n - 1); };
    constexpr int a = factorial(factorial, 5);
    out[0] = a;
    constexpr Fix fibonacci{[](auto self, int n) -> int {
        return n < 2 ? n : self(n - 1) + self(n - 2);
    }};
    constexpr int b = fibonacci(10);
    out[1] = b;
    auto depth = []<int N>(auto self) -> int {
        if constexpr (N == 0)
            return 0;
        else
            return N + self.template operator()<N - 1>(self);
    };
    out[2] = depth.template operator()<3>(depth);
}

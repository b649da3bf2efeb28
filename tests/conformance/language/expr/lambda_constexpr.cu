// case: lambda_constexpr
// spec: [expr.prim.lambda.closure]
// arg: i32 = 4
// arg: out i32[6]
// expect: [16, 9, 4, 10, 24, 5]
constexpr auto square = [](int x) { return x * x; };
constexpr auto make(int k) {
    return [k](int x) { return k + x; };
}
template <auto F, int N>
constexpr int applied = F(N);

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = square(n);
    constexpr int nine = square(3);
    out[1] = nine;
    int a[square(2)];
    out[2] = sizeof(a) / sizeof(int);
    constexpr auto add = make(7);
    static_assert(add(1) == 8);
    out[3] = add(3);
    constexpr auto factorial = [](auto self, int k) constexpr -> int {
        return k == 0 ? 1 : k * self(self, k - 1);
    };
    constexpr int f4 = factorial(factorial, 4);
    out[4] = f4;
    out[5] = applied<[](int x) consteval { return x + 2; }, 3>;
}

// case: lambda_heads
// spec: [expr.prim.lambda]
// arg: out i32[6]
// arg: i32 = 2
// expect: [2, 6, 5, 2, 11, 9]

extern "C" __tile_global__ void test(int* out, int n) {
    auto plain = [n] { return n; };
    auto typed = []<class T>(T x) requires(sizeof(T) == 4) { return 3 * x; };
    auto full = [n, m = n + 1, &out]<int N = 0>(auto... a) mutable constexpr noexcept -> int {
        return n + m + N + (a + ... + 0);
    };
    constexpr auto counted = []<class... T>(T...) consteval { return static_cast<int>(sizeof...(T)); };
    auto attributed = [] [[nodiscard]] (int x) [[vendor::a]] -> long { return x + 1; };
    auto all = [=, this_is = 4] { return n + this_is + 3; };
    out[0] = plain();
    out[1] = typed(n);
    out[2] = full();
    out[3] = counted(1, 2.0f);
    out[4] = attributed(10);
    out[5] = all();
}

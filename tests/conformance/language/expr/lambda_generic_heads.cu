// case: lambda_generic_heads
// spec: [expr.prim.lambda.general]
// arg: i32 = 4
// arg: out i32[8]
// expect: [8, 4, 3, 12, 1, 2, 7, 10]
template <typename T>
concept Small = sizeof(T) <= 2;
template <typename T, int N>
struct Arr {
    T v[N];
};

extern "C" __tile_global__ void test(int n, int* out) {
    auto twice = []<typename T>(T x) { return static_cast<T>(2 * x); };
    out[0] = twice(n);
    auto size = []<typename T, int N>(Arr<T, N> const&) { return N * sizeof(T) / 3; };
    out[1] = size(Arr<int, 3>{});
    auto count = []<typename... T>(T...) { return sizeof...(T); };
    out[2] = count(1, 'a', 2.0);
    auto explicit_arg = []<int N>(int x) { return N * x; };
    out[3] = explicit_arg.template operator()<3>(n);
    auto kind = [](auto x) requires Small<decltype(x)> { return 1; };
    out[4] = kind('a');
    auto head = []<typename T>
        requires(!Small<T>)
    (T) { return 2; };
    out[5] = head(n);
    auto constrained = []<Small T>(T a, Small auto b) { return a + b; };
    out[6] = constrained(short(3), char(4));
    auto mixed = []<typename T>(T a, auto b) { return a + static_cast<T>(b); };
    out[7] = mixed(n, 6.9);
}

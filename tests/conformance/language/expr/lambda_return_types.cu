// case: lambda_return_types
// spec: [expr.prim.lambda.general], [dcl.spec.auto]
// arg: i32 = 4
// arg: out i32[6]
// expect: [8, 1, 1, 7, 1, 4]
template <typename A, typename B>
constexpr bool same = false;
template <typename A>
constexpr bool same<A, A> = true;

extern "C" __tile_global__ void test(int n, int* out) {
    int x = n;
    auto wide = [](int a) -> double { return a; };
    out[0] = sizeof(wide(n));
    auto value = [&x] { return (x); };
    out[1] = same<decltype(value()), int>;
    auto reference = [&x]() -> decltype(auto) { return (x); };
    out[2] = same<decltype(reference()), int&>;
    reference() = 7;
    out[3] = x;
    auto nothing = [] {};
    out[4] = same<decltype(nothing()), void>;
    auto early = [](int a) {
        if (a > 3) return a;
        return a + 1;
    };
    out[5] = early(n);
}

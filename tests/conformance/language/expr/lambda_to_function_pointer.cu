// case: lambda_to_function_pointer
// spec: [expr.prim.lambda.closure]
// arg: i32 = 4
// arg: out i32[5]
// expect: [5, 8, 16, 1, 7]
__tile__ int apply(int (*f)(int), int x) { return f(x); }
template <typename R, typename A>
__tile__ R deduced(R (*f)(A), A x) {
    return f(x);
}
template <typename A, typename B>
constexpr bool same = false;
template <typename A>
constexpr bool same<A, A> = true;

extern "C" __tile_global__ void test(int n, int* out) {
    int (*f)(int) = [](int x) { return x + 1; };
    out[0] = f(n);
    out[1] = apply([](int x) { return 2 * x; }, n);
    int (*g)(int) = [](auto x) { return x * x; };
    out[2] = g(n);
    auto* p = +[](int x) { return x; };
    out[3] = same<decltype(p), int (*)(int)>;
    out[4] = deduced(+[](int x) { return x + 3; }, n);
}

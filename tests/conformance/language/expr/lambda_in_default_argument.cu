// case: lambda_in_default_argument
// spec: [expr.prim.lambda.capture], [dcl.fct.default]
// arg: i32 = 4
// arg: out i32[4]
// expect: [7, 5, 4, 9]
__tile__ int call(int x, int y = [] { return 3; }()) { return x + y; }
template <typename F = decltype([](int x) { return x + 1; })>
__tile__ int with(int x, F f = {}) {
    return f(x);
}
struct S {
    int v = [] { return 4; }();
};
constexpr int table = [](int n) {
    int s = 0;
    for (int i = 0; i <= n; ++i) s += i;
    return s;
}(3) + 3;

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = call(n);
    out[1] = with(n);
    out[2] = S{}.v;
    out[3] = table;
}

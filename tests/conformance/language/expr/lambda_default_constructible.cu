// case: lambda_default_constructible
// spec: [expr.prim.lambda.closure]
// arg: out i32[4]
// expect: [3, 1, 6, 1]
template <typename F>
struct Holder {
    F f;
    __tile__ int call(int x) { return f(x); }
};
template <typename A, typename B>
constexpr bool same = false;
template <typename A>
constexpr bool same<A, A> = true;

extern "C" __tile_global__ void test(int* out) {
    auto add = [](int x) { return x + 1; };
    decltype(add) other;
    out[0] = other(2);
    auto copy = add;
    copy = other;
    out[1] = same<decltype(copy), decltype(add)>;
    Holder<decltype([](int x) { return 2 * x; })> h;
    out[2] = h.call(3);
    out[3] = !same<decltype([] {}), decltype([] {})>;
}

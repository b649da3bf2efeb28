// case: lambda_in_expansion
// spec: [temp.variadic], [expr.prim.lambda]
// arg: i32 = 3
// arg: out i32[3]
// expect: [14, 6, 21]
template <typename... T>
__tile__ int squares(T... v) {
    return (0 + ... + [&] { return v * v; }());
}
template <int... N>
__tile__ int sizes(int n) {
    int a[] = {[n] { return n * N; }()...};
    return a[sizeof...(N) - 1];
}
template <typename... F>
__tile__ int sum(int n, F... f) {
    return (f(n) + ...);
}
template <int... N>
__tile__ int each(int n) {
    return sum(n, [](int x) { return x + N; }...);
}

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = squares(1, 2, n);
    out[1] = sizes<5, 2>(n);
    out[2] = each<1, 4, 7>(n);
}

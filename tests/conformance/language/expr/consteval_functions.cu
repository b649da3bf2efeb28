// case: consteval_functions
// spec: [dcl.constexpr], [expr.const]/13
// arg: i32 = 2
// arg: out i32[4]
// expect: [11, 26, 14, 27]
consteval int square(int n) { return n * n; }
consteval int both(int n) { return square(n) + square(n + 1); }
struct Fixed {
    int n;
    consteval Fixed(int v) : n(v < 0 ? throw 1 : v) {}
};
__tile__ int take(Fixed f, int n) { return f.n * n; }
template <int N> __tile__ int add(int n) { return n + N; }

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = square(3) + n;
    out[1] = both(2) * n;
    out[2] = take(7, n);
    out[3] = add<square(5)>(n);
}

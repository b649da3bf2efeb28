// case: constexpr_functions
// spec: [dcl.constexpr]/3
// arg: i32 = 4
// arg: out i32[3]
// expect: [24, 24, 10]
// note: the same function at compile time and at run time.
constexpr __tile__ int factorial(int n) {
    int result = 1;
    for (int i = 2; i <= n; ++i) result *= i;
    return result;
}
struct Point { int x, y; constexpr __tile__ Point(int x, int y) : x(x), y(y) {} constexpr __tile__ int sum() const { return x + y; } };
extern "C" __tile_global__ void test(int n, int* out) {
    constexpr int f = factorial(4);
    static_assert(f == 24 && Point{3, 7}.sum() == 10);
    out[0] = f;
    out[1] = factorial(n);
    out[2] = Point{n, 6}.sum();
}

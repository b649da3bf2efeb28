// case: variadic_macros
// spec: [cpp.replace]
// arg: i32 = 2
// arg: out i32[6]
// expect: [6, 2, 3, 9, 1, 24]
// note: __VA_ARGS__ is the rest with its commas; it may be left out altogether.
#define SUM(...) sum(__VA_ARGS__)
#define FIRST(first, ...) first
#define COUNT(...) COUNT_(__VA_ARGS__, 5, 4, 3, 2, 1)
#define COUNT_(a, b, c, d, e, n, ...) n
#define CALL(f, ...) f(__VA_ARGS__)
#define REVERSE(a, b, ...) CALL(__VA_ARGS__, b, a)

template <class... T>
__tile__ int sum(T... x) {
    return (x + ... + 0);
}
__tile__ int less(int a, int b) { return a * 10 + b; }

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = SUM(1, n, 3);
    out[1] = FIRST(n, (1, 2), [3, 4]);
    out[2] = COUNT(a, (b, c), d);
    out[3] = CALL(SUM, n, CALL(SUM, 3, 4));
    out[4] = FIRST(1);
    out[5] = REVERSE(4, n, less);
}

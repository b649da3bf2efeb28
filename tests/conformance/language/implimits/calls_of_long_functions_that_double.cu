// case: calls_of_long_functions_that_double
// spec: [implimits]
// reject: E0590 2^10 calls of a thousand statements
#define TEN(x) x x x x x x x x x x

__tile__ int f0(int x) {
    TEN(TEN(TEN(x = x * x + 3;)))
    return x;
}
#define NEXT(m, n) __tile__ int f##n(int x) { return f##m(x) + f##m(x * 3); }
NEXT(0, 1) NEXT(1, 2) NEXT(2, 3) NEXT(3, 4) NEXT(4, 5) NEXT(5, 6) NEXT(6, 7) NEXT(7, 8) NEXT(8, 9)
NEXT(9, 10)
extern "C" __tile_global__ void test(int* out) { *out = f10(*out); }

// case: recursion_bounded
// spec: tile: 1.2 recursion that a constant ends is inlined
// arg: out i32[3]
// arg: i32 = 3
// expect: [120, 243, 8]
#include "cuda_tile.h"

__tile__ int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
__tile__ int power(int base, int exponent) {
    if (exponent == 0) return 1;
    return base * power(base, exponent - 1);
}
__tile__ bool odd(int n);
__tile__ bool even(int n) { return n == 0 ? true : odd(n - 1); }
__tile__ bool odd(int n) { return n == 0 ? false : even(n - 1); }

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = factorial(5);
    out[1] = power(n, 5);
    out[2] = even(10) ? 8 : 9;
}

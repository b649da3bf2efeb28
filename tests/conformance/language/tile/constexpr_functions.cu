// case: constexpr_functions
// spec: tile: 1.2 `constexpr` functions are called from tile code, annotated or not
// arg: out i32[4]
// arg: i32 = 12
// expect: [4, 144, 18, 25]
#include "cuda_tile.h"

constexpr int gcd(int a, int b) {
    while (b != 0) {
        int r = a % b;
        a = b;
        b = r;
    }
    return a;
}
constexpr int square(int x) { return x * x; }
__host__ __device__ constexpr int half(int x) { return x / 2; }
struct Point {
    int x, y;
    constexpr int norm() const { return square(x) + square(y); }
};
extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = gcd(n, 8);
    out[1] = square(n);
    out[2] = n + half(n);
    out[3] = Point{n - 9, 4}.norm();
}

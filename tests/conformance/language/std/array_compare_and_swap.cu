// case: array_compare_and_swap
// spec: [array.syn]
// arg: i32 = 5
// arg: out i32[5]
// expect: [1, 0, 1, 65, 1]
#include <array>

extern "C" __tile_global__ void test(int n, int* out) {
    std::array<int, 3> a{1, n, 3}, b{1, 6, 2};
    out[0] = a < b;
    out[1] = a == b;
    out[2] = (a <=> b) < 0;
    swap(a, b);
    out[3] = a[1] * 10 + b[1];
    out[4] = a >= b && a != b;
}

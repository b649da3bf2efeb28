// case: large_table
// spec: [dcl.constexpr] more elements than could be registers
// arg: out i32[2]
// arg: i32 = 4999
// expect: [14997, 3]
#include "cuda_tile.h"

struct Big {
    int at[5000];
};
constexpr Big fill() {
    Big b{};
    for (int i = 0; i < 5000; ++i) b.at[i] = 3 * i;
    return b;
}
constexpr Big big = fill();

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = big.at[n];
    out[1] = big.at[1];
}

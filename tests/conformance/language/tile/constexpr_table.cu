// case: constexpr_table
// spec: [dcl.constexpr] a table of constants, indexed at run time
// grid: 4
// arg: out i32[4]
// arg: i32[4] = [3, 0, 4, 1]
// expect: [40, 10, 50, 20]
#include "cuda_tile.h"

constexpr int table[5] = {10, 20, 30, 40, 50};
static_assert(table[3] == 40);

extern "C" __tile_global__ void test(int* out, const int* index) {
    auto i = cuda::tiles::bid().x;
    out[i] = table[index[i]];
}

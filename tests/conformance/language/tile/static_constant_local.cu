// case: static_constant_local
// spec: [stmt.dcl] a static constant is a table
// arg: out i32[2]
// arg: i32 = 2
// expect: [30, 7]
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    static const int table[4] = {10, 20, 30, 40};
    static constexpr int offset = 7;
    out[0] = table[n];
    out[1] = offset;
}

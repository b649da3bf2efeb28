// case: blocks_write_their_own
// spec: 3.1 Undefined Behavior Annex
// grid: 4
// arg: inout i32[4] = iota
// expect: [0, 2, 4, 6]
// note: each block has its own element
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* m) {
    int i = (int)ct::bid().x;
    m[i] = m[i] * 2;
}

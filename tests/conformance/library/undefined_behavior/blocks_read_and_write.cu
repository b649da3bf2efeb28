// case: blocks_read_and_write
// spec: 3.1 Undefined Behavior Annex
// ub: rule 13: one block reads what another one writes
// grid: 2
// arg: inout i32[2] = zeros
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* x) {
    if (ct::bid().x == 0)
        x[0] = 1;
    else
        x[1] = x[0];
}

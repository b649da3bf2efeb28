// case: race_load_and_store_of_blocks
// spec: 3.1 Undefined Behavior Annex
// ub: rule 13: each block reads what the next one writes
// grid: 4
// arg: inout i32[4] = zeros
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* m) {
    int i = (int)ct::bid().x;
    m[i] = m[(i + 1) % 4];
}

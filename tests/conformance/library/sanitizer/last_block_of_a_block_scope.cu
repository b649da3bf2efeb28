// case: last_block_of_a_block_scope
// spec: 1.10 Memory Model
// ub: rule 13: the counter orders nothing between blocks
// grid: 3
// arg: inout i32[8] = zeros
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* o) {
    o[4 + ct::bid().x] = 1 + ct::bid().x;
    if (ct::atomic_add(o + 1, 1, ct::memory_order_acq_rel_t{}, ct::thread_scope_block_t{}) == 2) o[0] = o[4] + o[5] + o[6];
}

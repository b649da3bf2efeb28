// case: last_block_of_a_device_scope
// spec: 1.10 Memory Model
// grid: 3
// arg: inout i32[8] = zeros
// expect: [6, 3, 0, 0, 1, 2, 3, 0]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The counter orders what the blocks have written; the same with the scope of the block does not.
extern "C" __tile_global__ void test(int* o) {
    o[4 + ct::bid().x] = 1 + ct::bid().x;
    if (ct::atomic_add(o + 1, 1, ct::memory_order_acq_rel_t{}, ct::thread_scope_device_t{}) == 2)
        o[0] = o[4] + o[5] + o[6];
}

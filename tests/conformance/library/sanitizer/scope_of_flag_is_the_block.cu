// case: scope_of_flag_is_the_block
// spec: 1.10 Memory Model
// ub: rule 13: the scopes of release and acquire contain one block
// grid: 2
// arg: inout i32[8] = zeros
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* o) {
    if (ct::bid().x == 0) {
        o[2] = 5;
        ct::atomic_store(o + 1, 1, ct::memory_order_release_t{}, ct::thread_scope_block_t{});
    } else if (ct::atomic_load(o + 1, ct::memory_order_acquire_t{}, ct::thread_scope_block_t{}))
        o[3] = o[2];
}

// case: atomic_and_plain_of_blocks
// spec: 3.1 Undefined Behavior Annex
// ub: rule 13: a plain store races with an atomic addition
// grid: 2
// arg: inout i32[1] = [0]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* m) {
    if (ct::bid().x == 0)
        m[0] = 5;
    else
        ct::atomic_add(m, 1, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
}

// case: atomics_of_blocks
// spec: 3.1 Undefined Behavior Annex
// grid: 4
// arg: inout i32[1] = [0]
// expect: [4]
// note: device scope contains all blocks
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* m) {
    ct::atomic_add(m, 1, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
}

// case: atomic_sub_of_smallest
// spec: 3.1 Undefined Behavior Annex
// ub: rule 14: minus the smallest value
// arg: inout i32[1] = [-1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* m) {
    ct::atomic_sub(m, (int)0x80000000, ct::memory_order_relaxed_t{});
}

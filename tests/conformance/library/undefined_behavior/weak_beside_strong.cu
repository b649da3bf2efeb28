// case: weak_beside_strong
// spec: 3.1 Undefined Behavior Annex
// ub: rule 13: a plain load of what other blocks add to
// grid: 3
// arg: inout i32[2] = zeros
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* x) {
    if (ct::bid().x == 2)
        x[1] = x[0];
    else
        ct::atomic_add(x, 1, ct::memory_order_relaxed_t{});
}

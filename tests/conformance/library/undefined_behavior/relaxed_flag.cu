// case: relaxed_flag
// spec: 3.1 Undefined Behavior Annex
// ub: rule 13: a relaxed flag does not order what it stands for
// grid: 2
// arg: inout i32[3] = zeros
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* x) {
    if (ct::bid().x == 0) {
        x[0] = 7;
        ct::atomic_store(x + 1, 1, ct::memory_order_relaxed_t{});
    } else if (ct::atomic_load(x + 1, ct::memory_order_relaxed_t{}) == 1) {
        x[2] = x[0];
    }
}

// case: atomic_sub
// spec: 3.1 Undefined Behavior Annex (example)
// ub: -(-2^31)
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    int x = -1;
    int y = 1 << 31;
    auto z = ct::atomic_sub(&x, y, ct::memory_order_relaxed_t{}); // UB
    out[0] = z;
}

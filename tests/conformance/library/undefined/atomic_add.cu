// case: atomic_add
// spec: 3.1 Undefined Behavior Annex (example)
// ub: 2^31 - 1 + 1
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    int x = 0x7FFFFFFF;
    int y = 1;
    auto z = ct::atomic_add(&x, y, ct::memory_order_relaxed_t{}); // UB
    out[0] = z;
}

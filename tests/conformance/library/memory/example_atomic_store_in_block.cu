// case: example_atomic_store_in_block
// spec: 1.10 Memory Model (example)
// arg: out i32[1]
// expect: [1]
// note: one of the four stores wins.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    using i32x4 = ct::tile<int, ct::shape<4>>;

    int x = 0;

    auto ptrs = ct::full<ct::tile<int*, ct::shape<4>>>(&x);

    // No UB
    ct::atomic_store(ptrs, ct::iota<i32x4>(),
                     ct::memory_order_relaxed_t{},
                     ct::thread_scope_block_t{});

    // Value of 'x' is either 0, 1, 2, or 3 at this point
    out[0] = x >= 0 && x <= 3;
}

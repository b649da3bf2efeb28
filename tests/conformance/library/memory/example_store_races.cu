// case: example_store_races
// spec: 1.10 Memory Model, 3.1 Undefined Behavior Annex (examples)
// ub: four writes of one store race
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    using i32x4 = ct::tile<int, ct::shape<4>>;

    int x = 0;

    auto ptrs = ct::full<ct::tile<int*, ct::shape<4>>>(&x);

    // UB, due to data race
    ct::store(ptrs, ct::iota<i32x4>());
    out[0] = x;
}

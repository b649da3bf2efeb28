// case: colliding_store
// spec: 3.1 Undefined Behavior Annex
// ub: rule 13: two lanes of a store write one address
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(int* out) {
    auto i = ct::iota<I>();
    ct::store(out + i / 2, i);
}

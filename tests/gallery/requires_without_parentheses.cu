#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <int N>
    requires N > 0
__tile_global__ void fill(float* out, float value) {
    auto lane = ct::iota<ct::tile<int, ct::shape<N>>>();
    ct::store(out + lane, ct::full<ct::tile<float, ct::shape<N>>>(value));
}

template __tile_global__ void fill<64>(float*, float);

// cpp: a condition in a requires-clause without parentheses
// Nothing else sets the clause off from what follows.

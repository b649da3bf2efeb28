#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void wrap(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, ct::load(p + at) % 2.0f);
}

// types: The remainder of floats
// `%` is for integers.

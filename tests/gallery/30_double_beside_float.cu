#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void half_of(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, ct::load(p + at) * 0.5);
}

// types: A literal without f
// A literal without suffix is a double. A scalar takes the type of the tile beside it, if that loses nothing.

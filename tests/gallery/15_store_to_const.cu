#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void scale(const float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, 2.0f * ct::load(p + at));
}

// types: A store through const
// The pointers keep what the parameter says.

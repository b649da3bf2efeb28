#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void copy(const float* in, float* out) {
    auto at = ct::arange(0, 64);
    ct::store(out + at, ct::load(in + at));
}

// names: arange with two bounds
// `iota` begins at 0.

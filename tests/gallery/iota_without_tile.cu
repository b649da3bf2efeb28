#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void copy(const float* in, float* out) {
    auto at = ct::iota(64);
    ct::store(out + at, ct::load(in + at));
}

// types: iota with a number
// `iota` makes the type of tile that it is given.

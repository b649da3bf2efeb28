#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto at = ct::arange(0, 64);
    ct::store(p + at, ct::load(p + at));
}

// names: arange of Triton
// `iota` takes the shape as a type.

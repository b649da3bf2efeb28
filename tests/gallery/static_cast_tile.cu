#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void round(const float* in, int* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(out + at, static_cast<int>(ct::load(in + at)));
}

// types: A cast of a tile to int
// `element_cast<int>` casts each element.

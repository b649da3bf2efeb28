#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void copy(const float* in, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(in + at);
    ct::store(x, out + at);
}

// types: The value before the pointers
// A store takes pointers, then values, then a mask.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void copy(const float* in, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(out + at, ct::load(in, at));
}

// types: A load from indices
// A load takes pointers: the base and the indices, `in + at`.

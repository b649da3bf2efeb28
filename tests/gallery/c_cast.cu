#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(const int* in, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(out + at, (float)ct::load(in + at));
}

// types: A cast of C to a tile
// A cast takes one value; `element_cast` casts the elements.

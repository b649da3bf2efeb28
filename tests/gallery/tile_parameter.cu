#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void add(ct::tile<float, ct::shape<64>> x, float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, x);
}

// blocks: A kernel with a tile as its parameter
// A launch passes scalars, pointers and objects of host types.

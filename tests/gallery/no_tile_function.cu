#include "cuda_tile.h"
namespace ct = cuda::tiles;

auto twice(ct::tile<float, ct::shape<64>> x) { return x + x; }

__tile_global__ void scale(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, twice(ct::load(p + at)));
}

// blocks: A function without __tile__ that takes a tile
// A function without a space is the host's.

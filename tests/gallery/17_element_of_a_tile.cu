#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void first(const float* in, float* out) {
    auto x = ct::load(in + ct::iota<ct::tile<int, ct::shape<64>>>());
    *out = x[0];
}

// blocks: One element of a tile
// A tile is a value without places in it: load what is needed, or reduce.

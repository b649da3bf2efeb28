#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void mask(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, ct::load(p + at) & 0xff);
}

// types: Bits of a float tile
// Bits are those of integers: `bitcast` first.

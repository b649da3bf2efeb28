#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(p + at);
    p[0] = ct::max(x, 0);
}

// types: A maximum stored in a number
// `max` compares two tiles; `reduce_max` reduces one along an axis.

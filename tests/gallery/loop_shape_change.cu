#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(p + at);
    for (int i = 0; i < 3; ++i) x = ct::cat<0>(x, x);
    ct::store(p + at, x);
}

// shapes: A tile that grows in a loop
// The type of a variable has its shape, which no assignment changes.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void halve(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(p + at);
    while (x > 1.0f) x = x * 0.5f;
    ct::store(p + at, x);
}

// types: A loop while a tile is positive
// A condition is one truth value.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void scale(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<100>>>();
    ct::store(p + at, 2.0f * ct::load(p + at));
}

// shapes: A tile of 100 elements
// The dimensions of a tile are powers of two: take 128 and mask what is behind the end.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, 0);
}

// types: An int stored to float
// `store` takes a tile of values; `full` makes one of a number.

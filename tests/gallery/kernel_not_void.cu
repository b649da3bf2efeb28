#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ auto k(float* p) {
    *p = 1;
    return 0;
}

// blocks: A kernel with a deduced result
// A kernel returns nothing, also where its result is `auto`.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void check(float* p, int n) {
    if (n < 0) throw n;
    p[0] = 1;
}

// blocks: An exception
// Tile code has no exceptions; `assert` stops a kernel.

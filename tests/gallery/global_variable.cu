#include "cuda_tile.h"
namespace ct = cuda::tiles;

float factor = 2.0f;

__tile_global__ void scale(float* p) {
    p[0] = factor * p[0];
}

// blocks: A variable of the host
// Tile code sees constants, and variables that are declared for it.

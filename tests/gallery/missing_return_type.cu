#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile__ twice(float x) { return 2 * x; }

__tile_global__ void scale(float* p) {
    p[0] = twice(p[0]);
}

// cpp: A function without a return type
// Write the type, or `auto`.

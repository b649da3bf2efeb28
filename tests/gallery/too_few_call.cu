#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile__ float f(float a, float b) { return a + b; }

__tile_global__ void k(float* p) {
    *p = f(p[0]);
}

// cpp: An argument too few
// The message names both numbers.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void scale(float* p, int n) {
    float x = p[0];
    if (n > 1) {
        x = x * 2.0f;
    p[0] = x;
}

__tile_global__ void next(float* p) { p[1] = 0.0f; }

// cpp: The `}` of a branch that is missing
// The last `}` closes the branch, so that the function goes on.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void scale(float* p, int n) {
    float tmp[n];
    tmp[0] = p[0];
    p[1] = tmp[0];
}

// cpp: An array of a run-time length
// The bound of an array is a constant.

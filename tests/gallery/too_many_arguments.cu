#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile__ float twice(float x) { return 2 * x; }

__tile_global__ void scale(float* p) {
    p[0] = twice(p[0], p[1]);
}

// cpp: An argument too many
// The function has one parameter.

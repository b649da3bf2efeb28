#include "cuda_tile.h"
namespace ct = cuda::tiles;

__device__ float twice(float x) { return 2 * x; }

__tile_global__ void scale(float* p) {
    p[0] = twice(p[0]);
}

// blocks: A __device__ function
// Functions of tile code are `__tile__`.

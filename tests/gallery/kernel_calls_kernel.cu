#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void clear(float* p) { p[0] = 0; }

__tile_global__ void both(float* p) {
    clear(p);
}

// blocks: A kernel that calls a kernel
// Code that two kernels share goes into a `__tile__` function.

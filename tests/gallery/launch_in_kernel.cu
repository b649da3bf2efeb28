#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void other(float* p) { *p = 1; }
__tile_global__ void k(float* p) {
    other<<<1, 1>>>(p);
}

// blocks: A launch in a kernel
// A kernel cannot launch another one.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    extern __shared__ float buffer[];
    p[0] = buffer[0];
}

// blocks: Dynamic shared memory
// The compiler places what a block shares.

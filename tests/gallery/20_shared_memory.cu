#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void swap(float* p) {
    __shared__ float copy[64];
    copy[0] = p[0];
    p[1] = copy[0];
}

// blocks: Shared memory in a tile kernel
// Tiles are values; where they are is the compiler's part.

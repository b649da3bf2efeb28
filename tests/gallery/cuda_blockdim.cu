#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i] = 1.0f;
}

// blocks: The index of a thread
// A kernel of tile code has no threads: the block has an index, and `iota` numbers its elements.

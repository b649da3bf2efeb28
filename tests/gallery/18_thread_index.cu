#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void scale(float* p) {
    p[threadIdx.x] = 2.0f;
}

// blocks: threadIdx in a tile kernel
// A tile block has no threads that a program can see: `ct::bid()` and `ct::iota` say where it is.

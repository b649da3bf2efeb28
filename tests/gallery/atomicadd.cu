#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void count(int* p) {
    atomicAdd(p, 1);
}

// blocks: atomicAdd of CUDA
// `ct::atomic_add` is that of tile code.

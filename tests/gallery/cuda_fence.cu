#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    p[0] = 1.0f;
    __threadfence();
}

// blocks: A memory fence
// Atomic accesses carry their order and scope.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    int pid = ct::bid(0);
    p[pid] = 1.0f;
}

// names: The axis of a block as an argument
// `bid` gives all three indices.

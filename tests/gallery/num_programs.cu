#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    int n = ct::num_programs(0);
    p[0] = n;
}

// names: num_programs of Triton
// The size of the grid is a member of `num_blocks()`.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void scale(float* p, const int n) {
    n = 4;
    p[0] = n;
}

// cpp: An assignment to a parameter that is const
// A `const` variable is not changed.

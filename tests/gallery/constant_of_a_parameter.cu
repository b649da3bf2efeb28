#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void scale(float* p, int n) {
    constexpr int m = n + 1;
    p[0] = m;
}

// cpp: A constant that is not one
// A `constexpr` variable has a constant initialiser.

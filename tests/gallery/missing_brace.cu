#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p, int n) {
    for (int i = 0; i < n; ++i) {
        p[i] = 1;
}

// cpp: A closing brace that is missing
// The message points at the brace that is open.

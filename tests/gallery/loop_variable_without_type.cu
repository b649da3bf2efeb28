#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void kernel(float* p, int n) {
    float total = 0;
    for (i : ct::irange(0, n)) total += p[i];
    p[0] = total;
}

// cpp: A loop variable without a type
// `for` over a range declares a variable, `for (int i : range)`.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p, int n) {
    int total = 0;
    auto add = [total](int i) { total += i; };
    for (int i = 0; i < n; ++i) add(i);
    p[0] = total;
}

// cpp: A sum in a captured copy
// A captured copy is constant; a reference reaches the variable.

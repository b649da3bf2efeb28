#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void first(int* p) {
    unsigned [x, y, z] = ct::bid();
    p[x] = 1;
}

// cpp: A structured binding with a type
// The names have the types of the parts, so `auto` stands in front of them.

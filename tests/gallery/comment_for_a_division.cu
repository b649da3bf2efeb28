#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void blocks(int* out, int k) {
    constexpr int block = 32;
    int steps = k // block;
    out[0] = steps;
}

// cpp: `//` for a division
// `//` begins a comment; a division of integers is `/`.

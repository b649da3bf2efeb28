#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void check(float* p) {
    asm volatile("bar.sync 0;");
    p[0] = 1;
}

// blocks: Inline assembly
// The compiler chooses the instructions.

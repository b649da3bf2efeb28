#include "cuda_tile.h"
namespace ct = cuda::tiles;

int square(int x) { return x * x; }

__tile_global__ void kernel(int* p) {
    p[0] = square(p[0]);
}

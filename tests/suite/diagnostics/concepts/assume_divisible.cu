#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(int* p, int n) {
    n = ct::assume_divisible(n, 12_ic);
    p[0] = n;
}

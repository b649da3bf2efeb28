#include "cuda_tile.h"
namespace ct = cuda::tiles;

using namespace ct::literals;

__tile_global__ void clear(float* p, int n) {
    n = ct::assume_divisible(n, 0x20_ic);
    for (int i = 0; i < n; ++i) p[i] = 0;
}

// types: A hexadecimal number with `_ic`
// The suffix reads decimal digits.

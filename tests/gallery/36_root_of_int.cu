#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void roots(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, ct::sqrt(at));
}

// types: The square root of integers
// Functions of analysis take floating point.

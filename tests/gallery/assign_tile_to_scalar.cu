#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void total(const float* in, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    float x = ct::load(in + at);
    *out = x;
}

// types: A tile in a float
// A tile of 64 elements does not fit in a scalar.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void copy(const float* in, float* out) {
    auto at = ct::iota<ct::tile<float, ct::shape<64>>>();
    ct::store(out + at, ct::load(in + at));
}

// types: An index tile of float
// A pointer is moved by integers.

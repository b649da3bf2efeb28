#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void round(const float* in, int* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(out + at, ct::load(in + at));
}

// types: Floats stored as integers
// A store does not round: convert first.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void total(const float* in, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    *out = static_cast<float>(ct::sum(ct::load(in + at), 0));
}

// shapes: The axis of a sum as an argument
// The axis decides the type of the result, so it is a constant: `0_ic`.

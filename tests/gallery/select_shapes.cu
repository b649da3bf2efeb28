#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void clamp(const float* in, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(in + at);
    auto zero = ct::zeros<ct::tile<float, ct::shape<32>>>();
    ct::store(out + at, ct::select(x > 0.0f, x, zero));
}

// shapes: A choice between tiles of two shapes
// The three operands have one shape, or are scalars.

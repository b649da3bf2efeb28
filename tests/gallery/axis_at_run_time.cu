#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void largest(const float* in, float* out, int axis) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    *out = static_cast<float>(ct::reduce_max<axis>(ct::load(in + at)));
}

// shapes: The axis of a maximum at run time
// The axis is part of a type.

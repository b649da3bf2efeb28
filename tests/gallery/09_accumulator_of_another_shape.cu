#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void total(const float* in, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto acc = ct::zeros<ct::tile<float, ct::shape<32>>>();
    for (int i = 0; i < 4; ++i) acc = acc + ct::load(in + 64 * i + at);
    *out = static_cast<float>(ct::sum<0>(acc));
}

// shapes: An accumulator that changes its shape
// A variable has one type, and the shape is part of it.

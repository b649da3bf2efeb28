#include "cuda_tile.h"
namespace ct = cuda::tiles;

using block = ct::tile<float, ct::shape<96, 32>>;

__tile_global__ void clear(float* p) {
    auto zero = ct::zeros<block>();
    *p = static_cast<float>(ct::sum<0>(ct::sum<1>(zero)));
}

// shapes: A tile shape of 96 in an alias
// The alias is where the shape is written.

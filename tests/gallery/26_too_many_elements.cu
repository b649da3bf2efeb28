#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void clear(float* p) {
    auto zero = ct::zeros<ct::tile<float, ct::shape<8192, 4096>>>();
    *p = static_cast<float>(ct::sum<0>(ct::sum<1>(zero)));
}

// shapes: A tile that is too large
// A tile has at most 2^24 elements: walk over a view in smaller ones.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto x = ct::zeros<ct::tile<float, ct::shape<0>>>();
    p[0] = ct::sum<0>(x);
}

// shapes: A length of zero
// A tile has at least one element.

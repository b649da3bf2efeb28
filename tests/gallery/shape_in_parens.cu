#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto x = ct::zeros<ct::tile<float, 64>>();
    p[0] = ct::sum<0>(x);
}

// shapes: A length for a shape
// A tile type takes a shape as its second argument.

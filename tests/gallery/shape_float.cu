#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto x = ct::zeros<ct::tile<float, ct::shape<64.0>>>();
    p[0] = 1;
}

// shapes: A length that is not an integer
// A length is an integer constant.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::reshape(ct::load(p + at), 8, 8);
    p[0] = ct::sum<0>(ct::sum<0>(x));
}

// shapes: reshape with numbers
// A shape is a type or an object of one.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto x = ct::iota<ct::tile<float, ct::shape<64>>>();
    p[0] = ct::sum<0>(x);
}

// types: iota of float
// An index is an integer; `element_cast<float>` converts it.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void clear(float* p) {
    auto zero = ct::zeros<ct::tile<float, ct::shape<64, 48>>>();
    *p = static_cast<float>(ct::sum<0>(ct::sum<1>(zero)));
}

// shapes: The second extent of two
// `extent 1` counts from 0: it is the 48.

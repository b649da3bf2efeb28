#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile__ ct::tile<float, ct::shape<1, 32>> lowest(ct::tile<float, ct::shape<16, 32>> x) {
    return ct::reduce_min<0>(x, ct::propagate_nan_t{});
}

// types: A reduction with a mode for NaN and no dimension in front
// With a mode the dimension is an argument too, between the tile and the mode.

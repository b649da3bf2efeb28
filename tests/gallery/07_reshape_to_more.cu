#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void spread(const float* in, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto block = ct::reshape(ct::load(in + at), ct::shape<64, 64>{});
    ct::store(out, ct::sum<0>(ct::sum<1>(block)));
}

// shapes: A reshape that makes elements
// A reshape keeps the number of elements; `broadcast` repeats them.

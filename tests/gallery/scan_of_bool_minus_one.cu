#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void ranks(const int* in, int* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto rank = ct::partial_sum<0>(ct::load(in + at) > 0);
    ct::store(out + at, rank - 1);
}

// types: The number of true elements from a scan of `bool`
// A scan keeps the element type: `element_cast<int>(mask)` counts.

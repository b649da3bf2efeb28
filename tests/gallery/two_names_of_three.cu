#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void negate(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape<32, 32>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{rows, cols}}, ct::shape<32, 32>{}};
    auto [i, j] = ct::bid();
    to.store_masked(-from.load_masked(i, j), i, j);
}

// cpp: two names for three elements
// A structured binding has one name for each element.

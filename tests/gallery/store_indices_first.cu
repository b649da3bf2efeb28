#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void copy(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape<32, 32>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{rows, cols}}, ct::shape<32, 32>{}};
    int i = ct::bid().x, j = ct::bid().y;
    auto x = from.load_masked(i, j);
    to.store_masked(i, j, x);
}

// shapes: a store with the indices first
// The tile comes first.

#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void transpose(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape<32, 64>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{cols, rows}}, ct::shape<64, 32>{}};
    int i = ct::bid().y, j = ct::bid().x;
    auto x = from.load_masked((i, j));
    to.store_masked(ct::transpose(x), j, i);
}

// cpp: indices in a second pair of parentheses
// They are the comma operator.

#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void copy(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape<32, 32>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{rows, cols}}, ct::shape<32, 32>{}};
    auto [i, j, k] = ct::bid();
    auto x = from(i, j);
    to.store_masked(2.0f * x, i, j);
}

// cpp: a view that is called
// As in CuTe and `mdspan`: a view has `load`.

#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void column_sums(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
    // The matrix comes from Fortran.
    ct::tensor_span matrix{in, ct::extents{rows, cols}, ct::layout_left};
    ct::partition_view from{matrix, ct::shape<64, 16>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{1, cols}}, ct::shape<1, 16>{}};
    auto j = ct::bid().x;
    auto acc = ct::zeros<ct::tile<float, ct::shape<1, 16>>>();
    for (int i : ct::irange(0, ct::ceildiv(rows, 64)))
        acc = acc + ct::sum<0>(from.load_masked(i, j));
    to.store_masked(acc, 0, j);
}

// cpp: a type where an object of it is meant
// Tag objects are written with braces.

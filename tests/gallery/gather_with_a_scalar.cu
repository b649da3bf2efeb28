#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void embed(const float* __restrict__ table, const int* __restrict__ ids, float* __restrict__ out,
                           int vocab, int n) {
    ct::gather_scatter_view rows{ct::tensor_span{table, ct::extents{vocab, 128}}, ct::shape<8, 128>{},
                                 ct::integral_constant<0>{}};
    ct::partition_view index{ct::tensor_span{ids, ct::extents{n}}, ct::shape<8>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{n, 128}}, ct::shape<8, 128>{}};
    auto block = ct::bid().x;
    auto id = ids[block];
    to.store_masked(rows.load_masked(id, 0), block, 0);
}

// shapes: a gathered row by one number
// The index of a gathered axis is a tile.

#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void bmm(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int batch, int n) {
    using Shape = ct::shape<1, 64, 64>;
    ct::partition_view va{ct::tensor_span{a, ct::extents{batch, n, n}}, Shape{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{batch, n, n}}, Shape{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{batch, n, n}}, Shape{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int step : ct::irange(0, ct::ceildiv(n, 64)))
        acc = ct::mma(va.load_masked(z, i, step), vb.load_masked(z, step, j), acc);
    vc.store_masked(ct::reshape(acc, Shape{}), z, i, j);
}

// shapes: an accumulator without the batch dimension
// The accumulator has it too.

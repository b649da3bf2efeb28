#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int n) {
    using Shape = ct::shape<64, 64>;
    ct::partition_view va{ct::tensor_span{a, ct::extents{n, n}}, Shape{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{n, n}}, Shape{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{n, n}}, Shape{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, Shape>>();
    for (int step : ct::irange(0, ct::ceildiv(n, 64))) {
        auto ta = va.load_masked(i, step);
        auto tb = vb.load_masked(step, j);
        auto acc = ct::mma(ta, tb, acc);
    }
    vc.store_masked(acc, i, j);
}

// cpp: `auto` in front of an assignment
// It declares a variable that hides the accumulator.

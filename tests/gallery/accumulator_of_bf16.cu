#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using bf16 = __nv_bfloat16;

constexpr int BM = 64, BN = 64, BK = 32;

__tile_global__ void gemm_bf16(const bf16* __restrict__ a, const bf16* __restrict__ b, bf16* __restrict__ c, int m, int n,
                               int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<BK, BN>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<BM, BN>{}};
    int i = ct::bid().x, j = ct::bid().y;
    auto acc = ct::zeros<ct::tile<bf16, ct::shape<BM, BN>>>();
    for (int step = 0; step < (k + BK - 1) / BK; ++step)
        acc = ct::mma(va.load_masked(i, step), vb.load_masked(step, j), acc);
    vc.store_masked(acc, i, j);
}

// types: an accumulator of bf16
// The sum of a product of bf16 is `float`.

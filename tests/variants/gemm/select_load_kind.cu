//@ by: TransformerEngine
//@ base: gemm/bf16_nn
//@ small: m=128 n=136 k=200
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[l*n + j])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Unmasked loads inside, masked ones at the edge.
using bf16 = __nv_bfloat16;
__tile_global__ void gemm(const bf16* __restrict__ a, const bf16* __restrict__ b, bf16* __restrict__ c, int m, int n,
                          int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 128>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
    int i = ct::bid().x, j = ct::bid().y;
    bool inside = (i + 1) * 128 <= m && (j + 1) * 128 <= n;
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        bool whole = inside && (step + 1) * 64 <= k;
        auto ta = whole ? va.load(i, step) : va.load_masked(i, step);
        auto tb = whole ? vb.load(step, j) : vb.load_masked(step, j);
        acc = ct::mma(ta, tb, acc);
    }
    if (inside)
        vc.store(ct::element_cast<bf16>(acc), i, j);
    else
        vc.store_masked(ct::element_cast<bf16>(acc), i, j);
}

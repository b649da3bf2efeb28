//@ by: scientific code
//@ base: gemm/bf16_nt
//@ small: m=128 n=128 k=136
//@ large: m=16384 n=128 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ let s[i:m, j:n] = exp(0.05 * sum(l, k, a[i*k + l] * b[j*k + l]))
//@ result c[i:m, j:n] = s[i, j] / sum(j, n, s[i, j])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// A classifier of 128 classes: softmax of the rows of the result.
using bf16 = __nv_bfloat16;
__tile_global__ void classify(const bf16* __restrict__ x, const bf16* __restrict__ w, bf16* __restrict__ p, int m,
                              int n, int k) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<128, 64>{}};
    ct::partition_view vp{ct::tensor_span{p, ct::extents{m, n}}, ct::shape<128, 128>{}};
    int i = ct::bid().x;
    auto logits = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step = 0; step < ct::ceildiv(k, 64); ++step)
        logits = ct::mma(vx.load_masked(i, step), ct::transpose(vw.load_masked(0, step)), logits);
    logits = logits * 0.05f;
    auto e = ct::exp(logits - ct::reduce_max<1>(logits));
    vp.store_masked(ct::element_cast<bf16>(e / ct::sum<1>(e)), i, 0);
}

//@ by: vLLM
//@ base: gemm/bf16_nt
//@ small: m=128 n=136 k=200
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg inverse: f32[%{m}] = random(5)
//@ arg weight: f32[%{k}] = random(6)
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * inverse[i] * weight[l] * b[j*k + l])
//@ within: 0.03
//@ expect: wgmma, A TMA computed, B TMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The norm in front of a projection: A is scaled by rows and columns between load and product.
using bf16 = __nv_bfloat16;
__tile_global__ void norm_linear(const bf16* __restrict__ x, const bf16* __restrict__ w, bf16* __restrict__ y, int m,
                                 int n, int k, const float* __restrict__ inverse, const float* __restrict__ weight) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<128, 64>{}};
    ct::partition_view vi{ct::tensor_span{inverse, ct::extents{m, 1}}, ct::shape<128, 1>{}};
    ct::partition_view vn{ct::tensor_span{weight, ct::extents{1, k}}, ct::shape<1, 64>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto scale = vi.load_masked(i, 0);
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64))) {
        auto normed = ct::element_cast<float>(vx.load_masked(i, step)) * scale * vn.load_masked(0, step);
        acc = ct::mma(ct::element_cast<bf16>(normed), ct::transpose(vw.load_masked(j, step)), acc);
    }
    vy.store_masked(ct::element_cast<bf16>(acc), i, j);
}

//@ by: TransformerEngine
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
//@ arg bias: bf16[%{n}] = random(3)
//@ let t[i:m, j:n] = sum(l, k, a[i*k + l] * b[j*k + l]) * 0.0625 + bias[j]
//@ result c[i:m, j:n] = 0.5 * t[i, j] * (1 + tanh(0.7978845608 * (t[i, j] + 0.044715 * t[i, j] * t[i, j] * t[i, j])))
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// A linear layer with bias and GELU.
using bf16 = __nv_bfloat16;
__tile_global__ void linear_gelu(const bf16* __restrict__ x, const bf16* __restrict__ w, bf16* __restrict__ y, int m,
                                 int n, int k, const bf16* __restrict__ bias) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{bias, ct::extents{1, n}}, ct::shape<1, 128>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64)))
        acc = ct::mma(vx.load_masked(i, step), ct::transpose(vw.load_masked(j, step)), acc);
    auto t = acc * 0.0625f + ct::element_cast<float>(vb.load_masked(0, j));
    auto gelu = 0.5f * t * (1.0f + ct::tanh(0.7978845608f * (t + 0.044715f * t * t * t)));
    vy.store_masked(ct::element_cast<bf16>(gelu), i, j);
}

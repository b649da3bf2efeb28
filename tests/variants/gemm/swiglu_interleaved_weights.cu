//@ by: TransformerEngine
//@ base: gemm/bf16_nt
//@ small: m=128 n=128 k=136
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n/2}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ let g[i:m, j:n] = sum(l, k, a[i*k + l] * b[j*k + l])
//@ result c[i:m, j:n/2] = g[i, div(j,64)*128 + j%64] / (1 + exp(-g[i, div(j,64)*128 + j%64])) * g[i, div(j,64)*128 + 64 + j%64]
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// One product; 64 columns of the gate and 64 of the other half are parts of each tile.
using bf16 = __nv_bfloat16;
__tile_global__ void swiglu(const bf16* __restrict__ x, const bf16* __restrict__ w, bf16* __restrict__ y, int m, int n,
                            int k) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<128, 64>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{m, n / 2}}, ct::shape<128, 64>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64)))
        acc = ct::mma(vx.load_masked(i, step), ct::transpose(vw.load_masked(j, step)), acc);
    auto g = ct::extract(acc, ct::shape<128, 64>{}, 0, 0);
    auto u = ct::extract(acc, ct::shape<128, 64>{}, 0, 1);
    vy.store_masked(ct::element_cast<bf16>(g / (1.0f + ct::exp(-g)) * u), i, j);
}

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
//@ arg residual: bf16[%{m*n}] = random(3)
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[j*k + l]) + residual[i*n + j]
//@ extra: reads the residual
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The projection behind attention, with the residual stream added.
using bf16 = __nv_bfloat16;
__tile_global__ void o_proj(const bf16* __restrict__ x, const bf16* __restrict__ w, bf16* __restrict__ y, int tokens,
                            int hidden, int size, const bf16* __restrict__ residual) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{tokens, size}}, ct::shape<128, 64>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{hidden, size}}, ct::shape<128, 64>{}};
    ct::partition_view vr{ct::tensor_span{residual, ct::extents{tokens, hidden}}, ct::shape<128, 128>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{tokens, hidden}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step : ct::irange(0, ct::ceildiv(size, 64)))
        acc = ct::mma(vx.load_masked(i, step), ct::transpose(vw.load_masked(j, step)), acc);
    vy.store_masked(ct::element_cast<bf16>(acc + ct::element_cast<float>(vr.load_masked(i, j))), i, j);
}

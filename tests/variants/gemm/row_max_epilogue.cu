//@ by: vLLM
//@ base: gemm/bf16_nt
//@ small: m=128 n=136 k=136
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out f32[%{m*cdiv(n,128)}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, t:cdiv(n,128)] = most(j, min(128, n - t*128), sum(l, k, a[i*k + l] * b[(t*128 + j)*k + l]))
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The first half of a top-k of logits: the largest of each 128 columns, no logits stored.
using bf16 = __nv_bfloat16;
__tile_global__ void logits_max(const bf16* __restrict__ x, const bf16* __restrict__ w, float* __restrict__ best, int m,
                                int n, int k) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{best, ct::extents{m, ct::ceildiv(n, 128)}}, ct::shape<128, 1>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64)))
        acc = ct::mma(vx.load_masked(i, step), ct::transpose(vw.load_masked(j, step)), acc);
    auto column = int(j) * 128 + ct::reshape(ct::iota<ct::tile<int, ct::shape<128>>>(), ct::shape<1, 128>{});
    auto never = ct::full<ct::tile<float, ct::shape<128, 128>>>(-1e30f);
    vb.store_masked(ct::reduce_max<1>(ct::select(column < n, acc, never)), i, j);
}

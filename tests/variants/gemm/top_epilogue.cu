//@ by: vLLM
//@ base: gemm/bf16_nt
//@ small: m=128 n=128 k=136
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out f32[%{m*cdiv(n,128)*2}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ let s[i:m, j:n] = sum(l, k, a[i*k + l] * b[j*k + l])
//@ let t[i:m, b:cdiv(n,128)] = most(j, 128, s[i, b*128 + j])
//@ result c[x:2, i:m, b:cdiv(n,128)] = where(x == 0, t[i, b], most(j, 128, where(s[i, b*128 + j] < t[i, b] - 0.0001, s[i, b*128 + j], -1000000)))
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The two largest logits of each 128: the largest is removed, and the next is found.
using bf16 = __nv_bfloat16;
__tile_global__ void topk_gating(const bf16* __restrict__ x, const bf16* __restrict__ w, float* __restrict__ best, int m,
                                 int n, int k) {
    int parts = ct::ceildiv(n, 128);
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{best, ct::extents{2, m, parts}}, ct::shape<1, 128, 1>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64)))
        acc = ct::mma(vx.load_masked(i, step), ct::transpose(vw.load_masked(j, step)), acc);
    auto first = ct::reduce_max<1>(acc);
    auto rest = ct::select(acc < first, acc, ct::full<ct::tile<float, ct::shape<128, 128>>>(-1e6f));
    vb.store_masked(ct::reshape(first, ct::shape<1, 128, 1>{}), 0, i, j);
    vb.store_masked(ct::reshape(ct::reduce_max<1>(rest), ct::shape<1, 128, 1>{}), 1, i, j);
}

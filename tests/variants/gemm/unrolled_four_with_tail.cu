//@ by: scientific code
//@ base: gemm/bf16_nn
//@ small: m=128 n=136 k=328
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
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Four steps an iteration with short K, then the rest.
using bf16 = __nv_bfloat16;
__tile_global__ void gemm(const bf16* __restrict__ a, const bf16* __restrict__ b, bf16* __restrict__ c, int m, int n,
                          int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 32>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<32, 128>{}};
    int i = ct::bid().x, j = ct::bid().y;
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    int steps = (k + 31) / 32, s = 0;
    for (; s + 4 <= steps; s += 4) {
#pragma unroll
        for (int u = 0; u < 4; ++u) acc = ct::mma(va.load_masked(i, s + u), vb.load_masked(s + u, j), acc);
    }
    for (; s < steps; ++s) acc = ct::mma(va.load_masked(i, s), vb.load_masked(s, j), acc);
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
    vc.store_masked(ct::element_cast<bf16>(acc), i, j);
}

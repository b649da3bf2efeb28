//@ by: scientific code
//@ base: gemm/bf16_nn_f32
//@ small: m=128 n=136 k=200
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: inout f32[%{m*n}] = random(3)
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[l*n + j]) + c[i*n + j]
//@ extra: reads C
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// C += A B with C loaded first.
__tile_global__ void gemm(const __nv_bfloat16* __restrict__ A, const __nv_bfloat16* __restrict__ B,
                          float* __restrict__ C, int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{A, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{B, ct::extents{k, n}}, ct::shape<64, 128>{}};
    ct::partition_view vc{ct::tensor_span{C, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = vc.load_masked(i, j);
    for (int p = 0; p < ct::ceildiv(k, 64); ++p) acc = ct::mma(va.load_masked(i, p), vb.load_masked(p, j), acc);
    vc.store_masked(acc, i, j);
}

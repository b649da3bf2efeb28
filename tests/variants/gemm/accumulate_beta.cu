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
//@ arg alpha: f32 = 0.5
//@ arg beta: f32 = 2
//@ result c[i:m, j:n] = alpha * sum(l, k, a[i*k + l] * b[l*n + j]) + beta * c[i*n + j]
//@ extra: reads C
//@ expect: wgmma, A TMA, B TMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// BLAS: C = alpha A B + beta C, in place.
__tile_global__ void gemm(const __nv_bfloat16* __restrict__ A, const __nv_bfloat16* __restrict__ B,
                          float* __restrict__ C, int m, int n, int k, float alpha, float beta) {
    ct::partition_view va{ct::tensor_span{A, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{B, ct::extents{k, n}}, ct::shape<64, 128>{}};
    ct::partition_view vc{ct::tensor_span{C, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int p = 0; p < ct::ceildiv(k, 64); ++p) acc = ct::mma(va.load_masked(i, p), vb.load_masked(p, j), acc);
    vc.store_masked(alpha * acc + beta * vc.load_masked(i, j), i, j);
}

//@ by: CUTLASS port
//@ base: gemm/bf16_nt
//@ small: m=128 n=128 k=136
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[j*k + l])
//@ expect: wgmma, A TMA, B TMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Four accumulators in a local array, indexed by unrolled loops.
using bf16 = __nv_bfloat16;
__tile_global__ void gemm(const bf16* __restrict__ A, const bf16* __restrict__ B, bf16* __restrict__ D, int M, int N,
                          int K) {
    ct::partition_view gA{ct::tensor_span{A, ct::extents{M, K}}, ct::shape<64, 64>{}};
    ct::partition_view gB{ct::tensor_span{B, ct::extents{N, K}}, ct::shape<64, 64>{}};
    ct::partition_view gD{ct::tensor_span{D, ct::extents{M, N}}, ct::shape<64, 64>{}};
    int m = ct::bid().x, n = ct::bid().y;
    ct::tile<float, ct::shape<64, 64>> accum[2][2];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) accum[i][j] = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int k = 0; k < ct::ceildiv(K, 64); ++k) {
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 2; ++j)
                accum[i][j] = ct::mma(gA.load_masked(2 * m + i, k), ct::transpose(gB.load_masked(2 * n + j, k)), accum[i][j]);
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) gD.store_masked(ct::element_cast<bf16>(accum[i][j]), 2 * m + i, 2 * n + j);
}

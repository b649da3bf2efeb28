//@ by: CUTLASS port
//@ base: gemm/f16_nn
//@ small: m=128 n=136 k=64
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: f16[%{m*k}] = random(1)
//@ arg b: f16[%{k*n}] = random(2)
//@ arg c: out f16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[l*n + j])
//@ within: 0.02
//@ expect: wgmma, A TMA, B TMA

#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// half_t accumulators.
__tile_global__ void hgemm(const __half* __restrict__ A, const __half* __restrict__ B, __half* __restrict__ D, int M,
                           int N, int K) {
    ct::partition_view gA{ct::tensor_span{A, ct::extents{M, K}}, ct::shape<128, 64>{}};
    ct::partition_view gB{ct::tensor_span{B, ct::extents{K, N}}, ct::shape<64, 128>{}};
    ct::partition_view gD{ct::tensor_span{D, ct::extents{M, N}}, ct::shape<128, 128>{}};
    auto [m, n, l] = ct::bid();
    auto accum = ct::zeros<ct::tile<__half, ct::shape<128, 128>>>();
    for (int k = 0; k < ct::ceildiv(K, 64); ++k) accum = ct::mma(gA.load_masked(m, k), gB.load_masked(k, n), accum);
    gD.store_masked(accum, m, n);
}

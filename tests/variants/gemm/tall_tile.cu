//@ by: CUTLASS port
//@ base: gemm/bf16_nt
//@ small: m=256 n=136 k=136
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 256), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[j*k + l])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// 256x128 tiles for two consumer warpgroups.
using bf16 = __nv_bfloat16;
__tile_global__ void gemm(const bf16* __restrict__ A, const bf16* __restrict__ B, bf16* __restrict__ D, int M, int N,
                          int K) {
    ct::partition_view gA{ct::tensor_span{A, ct::extents{M, K}}, ct::shape<256, 64>{}};
    ct::partition_view gB{ct::tensor_span{B, ct::extents{N, K}}, ct::shape<128, 64>{}};
    ct::partition_view gD{ct::tensor_span{D, ct::extents{M, N}}, ct::shape<256, 128>{}};
    auto [m, n, l] = ct::bid();
    auto accum = ct::zeros<ct::tile<float, ct::shape<256, 128>>>();
    for (int k = 0; k < ct::ceildiv(K, 64); ++k)
        accum = ct::mma(gA.load_masked(m, k), ct::transpose(gB.load_masked(n, k)), accum);
    gD.store_masked(ct::element_cast<bf16>(accum), m, n);
}

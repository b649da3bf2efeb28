//@ by: CUTLASS port
//@ base: gemm/fp8_nt
//@ small: m=128 n=136 k=208
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: e4m3[%{m*k}] = random(1)
//@ arg b: e4m3[%{k*n}] = random(2)
//@ arg c: out f32[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[j*k + l])
//@ expect: wgmma, A TMA, B TMA
//@ gap: time

#include "cuda_fp8.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// fp8 with sums that are added to f32 after each step, for accuracy.
using e4m3 = __nv_fp8_e4m3;
__tile_global__ void gemm(const e4m3* __restrict__ A, const e4m3* __restrict__ B, float* __restrict__ D, int M, int N,
                          int K) {
    ct::partition_view gA{ct::tensor_span{A, ct::extents{M, K}}, ct::shape<128, 128>{}};
    ct::partition_view gB{ct::tensor_span{B, ct::extents{N, K}}, ct::shape<128, 128>{}};
    ct::partition_view gD{ct::tensor_span{D, ct::extents{M, N}}, ct::shape<128, 128>{}};
    auto [m, n, l] = ct::bid();
    using Accumulator = ct::tile<float, ct::shape<128, 128>>;
    auto accum = ct::zeros<Accumulator>();
    for (int k = 0; k < ct::ceildiv(K, 128); ++k) {
        auto partial = ct::mma(gA.load_masked(m, k), ct::transpose(gB.load_masked(n, k)), ct::zeros<Accumulator>());
        accum = accum + partial;
    }
    gD.store_masked(accum, m, n);
}

//@ by: CUTLASS port
//@ base: gemm/bf16_nn
//@ small: m=128 n=136 k=200
//@ large: m=4096 n=4096 k=4096
//@ grid: min(cdiv(m, 128) * cdiv(n, 128), 132)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg counter: scratch i32[1] = zeros
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[l*n + j])
//@ unpredicted: memory that the kernel writes says how often it loops
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// A dynamic tile scheduler: the next tile comes from an atomic counter.
using bf16 = __nv_bfloat16;
__tile_global__ void gemm(const bf16* __restrict__ A, const bf16* __restrict__ B, bf16* __restrict__ D, int M, int N,
                          int K, int* __restrict__ counter) {
    ct::partition_view gA{ct::tensor_span{A, ct::extents{M, K}}, ct::shape<128, 64>{}};
    ct::partition_view gB{ct::tensor_span{B, ct::extents{K, N}}, ct::shape<64, 128>{}};
    ct::partition_view gD{ct::tensor_span{D, ct::extents{M, N}}, ct::shape<128, 128>{}};
    int tiles_n = ct::ceildiv(N, 128), tiles = ct::ceildiv(M, 128) * tiles_n;
    while (true) {
        int work = ct::atomic_add(counter, 1, ct::memory_order_relaxed_t{});
        if (work >= tiles) break;
        int m = work / tiles_n, n = work % tiles_n;
        auto accum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
        for (int k = 0; k < ct::ceildiv(K, 64); ++k)
            accum = ct::mma(gA.load_masked(m, k), gB.load_masked(k, n), accum);
        gD.store_masked(ct::element_cast<bf16>(accum), m, n);
    }
}

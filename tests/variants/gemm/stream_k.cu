//@ by: CUTLASS port
//@ base: gemm/bf16_nn_f32
//@ small: m=128 n=128 k=256
//@ large: m=1024 n=1024 k=8192
//@ grid: min(cdiv(m, 128) * cdiv(n, 128) * 2, 132)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: inout f32[%{m*n}] = zeros
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[l*n + j])
//@ extra: adds parts of tiles atomically
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Each CTA gets an equal share of all steps of all tiles; parts are added.
using bf16 = __nv_bfloat16;
__tile_global__ void stream_k(const bf16* __restrict__ A, const bf16* __restrict__ B, float* __restrict__ C, int M,
                              int N, int K) {
    ct::partition_view gA{ct::tensor_span{A, ct::extents{M, K}}, ct::shape<128, 64>{}};
    ct::partition_view gB{ct::tensor_span{B, ct::extents{K, N}}, ct::shape<64, 128>{}};
    int tiles_n = ct::ceildiv(N, 128), iters_per_tile = ct::ceildiv(K, 64);
    int total = ct::ceildiv(M, 128) * tiles_n * iters_per_tile;
    int share = ct::ceildiv(total, int(ct::num_blocks().x));
    int iter = ct::bid().x * share, iter_end = ct::min(iter + share, total);
    while (iter < iter_end) {
        int tile = iter / iters_per_tile;
        int tile_iter = tile * iters_per_tile, tile_iter_end = tile_iter + iters_per_tile;
        int local_end = ct::min(iter_end, tile_iter_end) - tile_iter;
        int m = tile / tiles_n, n = tile % tiles_n;
        auto accum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
        for (int k = iter - tile_iter; k < local_end; ++k)
            accum = ct::mma(gA.load_masked(m, k), gB.load_masked(k, n), accum);
        auto lane = ct::iota<ct::tile<int, ct::shape<128>>>();
        auto rows = ct::reshape(m * 128 + lane, ct::shape<128, 1>{});
        auto columns = ct::reshape(n * 128 + lane, ct::shape<1, 128>{});
        ct::atomic_add_masked(C + (rows * N + columns), accum, rows < M && columns < N, ct::memory_order_relaxed_t{});
        iter = tile_iter_end;
    }
}

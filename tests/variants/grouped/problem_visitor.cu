//@ by: CUTLASS port
//@ base: grouped/contiguous_groups
//@ small: e=2 m=256 n=72 k=136
//@ large: e=8 m=8192 n=2048 k=2048
//@ grid: min(m/128*cdiv(n, 128), 132)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{e*k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg rows: i32[%{e}] = full(%{m/e})
//@ arg count: i32 = %{e}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[(div(i, m/e)*k + l)*n + j])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// A persistent kernel walks through the problems of a list, as the grouped-GEMM tutorial does.
using bf16 = __nv_bfloat16;
__tile_global__ void grouped_matmul_kernel(const bf16* __restrict__ group_a, const bf16* __restrict__ group_b,
                                           bf16* __restrict__ group_c, int m, int n, int k,
                                           const int* __restrict__ group_gemm_sizes, int group_size) {
    int tile_idx = ct::bid().x, last_problem_end = 0, first_row = 0;
    for (int g = 0; g < group_size; ++g) {
        int gm = group_gemm_sizes[g];
        int num_m_tiles = ct::ceildiv(gm, 128), num_n_tiles = ct::ceildiv(n, 128);
        int num_tiles = num_m_tiles * num_n_tiles;
        while (tile_idx >= last_problem_end && tile_idx < last_problem_end + num_tiles) {
            int in_gemm = tile_idx - last_problem_end;
            int tile_m = in_gemm / num_n_tiles, tile_n = in_gemm % num_n_tiles;
            ct::partition_view va{ct::tensor_span{group_a + first_row * k, ct::extents{gm, k}}, ct::shape<128, 64>{}};
            ct::partition_view vb{ct::tensor_span{group_b + g * k * n, ct::extents{k, n}}, ct::shape<64, 128>{}};
            ct::partition_view vc{ct::tensor_span{group_c + first_row * n, ct::extents{gm, n}}, ct::shape<128, 128>{}};
            auto accumulator = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
            for (int kk = 0; kk < ct::ceildiv(k, 64); ++kk)
                accumulator = ct::mma(va.load_masked(tile_m, kk), vb.load_masked(kk, tile_n), accumulator);
            vc.store_masked(ct::element_cast<bf16>(accumulator), tile_m, tile_n);
            tile_idx += ct::num_blocks().x;
        }
        last_problem_end += num_tiles;
        first_row += gm;
    }
}

//@ by: Triton port
//@ base: gemm/batched_bf16_nn
//@ small: z=3 m=64 n=72 k=136
//@ large: z=32 m=1024 n=1024 k=1024
//@ grid: cdiv(m, 128) * cdiv(n, 128), z
//@ arg a: bf16[%{z*m*k}] = random(1)
//@ arg b: bf16[%{z*k*n}] = random(2)
//@ arg c: out bf16[%{z*m*n}]
//@ arg batch: i32 = %{z}
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[h:z, i:m, j:n] = sum(l, k, a[(h*m + i)*k + l] * b[(h*k + l)*n + j])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The number of the matrix is the second axis of the grid; tiles are counted in the first.
using bf16 = __nv_bfloat16;
__tile_global__ void bmm_kernel(const bf16* __restrict__ A, const bf16* __restrict__ B, bf16* __restrict__ O, int batch,
                                int M, int N, int K) {
    int pid = ct::bid().x, pid_b = ct::bid().y;
    int grid_n = ct::ceildiv(N, 128);
    int pid_m = pid / grid_n, pid_n = pid % grid_n;
    auto A_b = ct::tensor_span{A + pid_b * M * K, ct::extents{M, K}};
    auto B_b = ct::tensor_span{B + pid_b * K * N, ct::extents{K, N}};
    auto O_b = ct::tensor_span{O + pid_b * M * N, ct::extents{M, N}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int k = 0; k < ct::ceildiv(K, 64); ++k) {
        auto a = ct::partition_view{A_b, ct::shape<128, 64>{}}.load_masked(pid_m, k);
        auto b = ct::partition_view{B_b, ct::shape<64, 128>{}}.load_masked(k, pid_n);
        acc = ct::mma(a, b, acc);
    }
    ct::partition_view{O_b, ct::shape<128, 128>{}}.store_masked(ct::element_cast<bf16>(acc), pid_m, pid_n);
}

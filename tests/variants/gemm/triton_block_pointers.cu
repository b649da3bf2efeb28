//@ by: Triton port
//@ base: gemm/bf16_nn
//@ small: m=128 n=136 k=200
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[l*n + j])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// make_block_ptr and advance: a view, and the number of the block that moves.
using bf16 = __nv_bfloat16;
__tile_global__ void matmul_kernel(const bf16* __restrict__ a_ptr, const bf16* __restrict__ b_ptr,
                                   bf16* __restrict__ c_ptr, int M, int N, int K) {
    int pid_m = ct::bid().x, pid_n = ct::bid().y;
    auto a_block = ct::partition_view{ct::tensor_span{a_ptr, ct::extents{M, K}}, ct::shape<128, 64>{}};
    auto b_block = ct::partition_view{ct::tensor_span{b_ptr, ct::extents{K, N}}, ct::shape<64, 128>{}};
    auto accumulator = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    int advance = 0;
    for (int k = 0; k < K; k += 64) {
        auto a = a_block.load_masked(pid_m, advance);
        auto b = b_block.load_masked(advance, pid_n);
        accumulator = ct::mma(a, b, accumulator);
        advance = advance + 1;
    }
    ct::partition_view{ct::tensor_span{c_ptr, ct::extents{M, N}}, ct::shape<128, 128>{}}.store_masked(
        ct::element_cast<bf16>(accumulator), pid_m, pid_n);
}

//@ by: cuTile Python port
//@ base: gemm/bf16_nn
//@ small: m=128 n=136 k=320
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
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// tk = 256, as the Python sample for few steps has it.
using bf16 = __nv_bfloat16;
template <int tm, int tn, int tk>
__tile_global__ void matmul(const bf16* __restrict__ A, const bf16* __restrict__ B, bf16* __restrict__ C, int M, int N,
                            int K) {
    ct::partition_view a_view{ct::tensor_span{A, ct::extents{M, K}}, ct::shape<tm, tk>{}};
    ct::partition_view b_view{ct::tensor_span{B, ct::extents{K, N}}, ct::shape<tk, tn>{}};
    ct::partition_view c_view{ct::tensor_span{C, ct::extents{M, N}}, ct::shape<tm, tn>{}};
    int bidx = ct::bid().x, bidy = ct::bid().y;
    int num_tiles_k = ct::ceildiv(K, tk);
    auto accumulator = ct::full<ct::tile<float, ct::shape<tm, tn>>>(0.0f);
    for (int k = 0; k < num_tiles_k; ++k) {
        auto a = a_view.load_masked(bidx, k);
        auto b = b_view.load_masked(k, bidy);
        accumulator = ct::mma(a, b, accumulator);
    }
    c_view.store_masked(ct::element_cast<bf16>(accumulator), bidx, bidy);
}
template __tile_global__ void matmul<128, 128, 256>(const bf16* __restrict__, const bf16* __restrict__,
                                                    bf16* __restrict__, int, int, int);

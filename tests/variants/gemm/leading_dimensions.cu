//@ by: scientific code
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
//@ arg lda: i32 = %{k}
//@ arg ldb: i32 = %{n}
//@ arg ldc: i32 = %{n}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[l*n + j])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

// BLAS arguments, row-major, with leading dimensions.
__tile_global__ void gemm(const __nv_bfloat16* __restrict__ A, const __nv_bfloat16* __restrict__ B,
                          __nv_bfloat16* __restrict__ C, int M, int N, int K, int lda, int ldb, int ldc) {
    ct::partition_view a{ct::tensor_span{A, ct::layout_strided_mapping{ct::extents{M, K}, ct::extents{lda, 1_ic}}}, ct::shape<128, 64>{}};
    ct::partition_view b{ct::tensor_span{B, ct::layout_strided_mapping{ct::extents{K, N}, ct::extents{ldb, 1_ic}}}, ct::shape<64, 128>{}};
    ct::partition_view c{ct::tensor_span{C, ct::layout_strided_mapping{ct::extents{M, N}, ct::extents{ldc, 1_ic}}}, ct::shape<128, 128>{}};
    auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int p = 0; p * 64 < K; ++p) sum = ct::mma(a.load_masked(ct::bid().x, p), b.load_masked(p, ct::bid().y), sum);
    c.store_masked(ct::element_cast<__nv_bfloat16>(sum), ct::bid().x, ct::bid().y);
}

//@ by: llama.cpp
//@ base: gemm/bf16_nt
//@ small: m=128 n=128 k=136
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: i8[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg scale: f32[%{n}] = random(7)
//@ result c[i:m, j:n] = scale[j] * sum(l, k, a[i*k + l] * b[j*k + l])
//@ expect: wgmma, A TMA computed, B TMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Weights are the left operand, as in ggml, and the result is transposed at the end.
using nv_bf16 = __nv_bfloat16;
__tile_global__ void mul_mat_q8_0(const nv_bf16* __restrict__ y, const signed char* __restrict__ x,
                                  nv_bf16* __restrict__ dst, int ncols_y, int nrows_x, int ncols_x,
                                  const float* __restrict__ d) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{nrows_x, ncols_x}}, ct::shape<128, 64>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{ncols_y, ncols_x}}, ct::shape<128, 64>{}};
    ct::partition_view vd{ct::tensor_span{d, ct::extents{nrows_x, 1}}, ct::shape<128, 1>{}};
    ct::partition_view vdst{ct::tensor_span{dst, ct::extents{ncols_y, nrows_x}}, ct::shape<128, 128>{}};
    const int col = ct::bid().x, row = ct::bid().y;
    auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int k = 0; k < ct::ceildiv(ncols_x, 64); ++k) {
        auto w = ct::element_cast<nv_bf16>(vx.load_masked(row, k));
        sum = ct::mma(w, ct::transpose(vy.load_masked(col, k)), sum);
    }
    vdst.store_masked(ct::transpose(ct::element_cast<nv_bf16>(sum * vd.load_masked(row, 0))), col, row);
}

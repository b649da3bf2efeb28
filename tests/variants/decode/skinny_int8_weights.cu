//@ by: llama.cpp
//@ base: gemm/skinny_nt
//@ small: m=16 n=136 k=200
//@ large: m=16 n=4096 k=4096
//@ grid: cdiv(m, 16), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: i8[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg scale: f32[%{n}] = random(7)
//@ result c[i:m, j:n] = scale[j] * sum(l, k, a[i*k + l] * b[j*k + l])
//@ expect: transposed wgmma, A TMA, B TMA computed

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Rows of int8 weights with a scale each, for 16 tokens.
using nv_bf16 = __nv_bfloat16;
__tile_global__ void mul_mat_q8(const nv_bf16* __restrict__ x, const signed char* __restrict__ w,
                                nv_bf16* __restrict__ y, int m, int n, int k, const float* __restrict__ scale) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<16, 128>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<128, 128>{}};
    ct::partition_view vs{ct::tensor_span{scale, ct::extents{1, n}}, ct::shape<1, 128>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{m, n}}, ct::shape<16, 128>{}};
    int j = ct::bid().y;
    auto acc = ct::zeros<ct::tile<float, ct::shape<16, 128>>>();
    for (int step = 0; step < ct::ceildiv(k, 128); ++step) {
        auto tw = ct::element_cast<nv_bf16>(ct::element_cast<float>(vw.load_masked(j, step)));
        acc = ct::mma(vx.load_masked(0, step), ct::transpose(tw), acc);
    }
    vy.store_masked(ct::element_cast<nv_bf16>(acc * vs.load_masked(0, j)), 0, j);
}

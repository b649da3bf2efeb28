//@ by: llama.cpp
//@ base: gemm/bf16_nt
//@ small: m=128 n=136 k=200
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: f32[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[j*k + l])
//@ extra: reads an operand of twice the size
//@ expect: wgmma, A TMA computed, B TMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Activations are float, weights bf16.
using nv_bf16 = __nv_bfloat16;
__tile_global__ void mul_mat_bf16(const float* __restrict__ src1, const nv_bf16* __restrict__ src0,
                                  nv_bf16* __restrict__ dst, const int ne11, const int ne01, const int ne00) {
    ct::partition_view y{ct::tensor_span{src1, ct::extents{ne11, ne00}}, ct::shape<128, 64>{}};
    ct::partition_view x{ct::tensor_span{src0, ct::extents{ne01, ne00}}, ct::shape<128, 64>{}};
    ct::partition_view d{ct::tensor_span{dst, ct::extents{ne11, ne01}}, ct::shape<128, 128>{}};
    const int i1 = ct::bid().x, i0 = ct::bid().y;
    auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int k = 0; k < (ne00 + 63) / 64; ++k) {
        auto ty = ct::element_cast<nv_bf16>(y.load_masked(i1, k));
        sum = ct::mma(ty, ct::transpose(x.load_masked(i0, k)), sum);
    }
    d.store_masked(ct::element_cast<nv_bf16>(sum), i1, i0);
}

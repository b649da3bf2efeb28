//@ by: TensorRT-LLM-like
//@ base: gemm/bf16_nt
//@ small: m=128 n=128 k=136
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: u8[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg scale: f32[%{n}] = random(7)
//@ arg zero: u8[%{n}] = full(128)
//@ result c[i:m, j:n] = scale[j] * sum(l, k, a[i*k + l] * (b[j*k + l] - 128))
//@ expect: transposed wgmma, A TMA, B TMA computed
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Asymmetric weights: a zero point of each channel is subtracted before the product.
using bf16 = __nv_bfloat16;
__tile_global__ void weight_only(const bf16* __restrict__ x, const unsigned char* __restrict__ w, bf16* __restrict__ y,
                                 int m, int n, int k, const float* __restrict__ scale,
                                 const unsigned char* __restrict__ zero) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<128, 64>{}};
    ct::partition_view vs{ct::tensor_span{scale, ct::extents{1, n}}, ct::shape<1, 128>{}};
    ct::partition_view vz{ct::tensor_span{zero, ct::extents{n, 1}}, ct::shape<128, 1>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto points = ct::element_cast<int>(vz.load_masked(j, 0));
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64))) {
        auto tw = ct::element_cast<bf16>(ct::element_cast<int>(vw.load_masked(j, step)) - points);
        acc = ct::mma(vx.load_masked(i, step), ct::transpose(tw), acc);
    }
    vy.store_masked(ct::element_cast<bf16>(acc * vs.load_masked(0, j)), i, j);
}

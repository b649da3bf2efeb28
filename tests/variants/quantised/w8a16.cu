//@ by: vLLM
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
//@ expect: transposed wgmma, A TMA, B TMA computed
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// int8 weights with a scale of each channel, which is applied behind the loop.
using bf16 = __nv_bfloat16;
__tile_global__ void w8a16(const bf16* __restrict__ x, const signed char* __restrict__ w, bf16* __restrict__ y, int m,
                           int n, int k, const float* __restrict__ scale) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<128, 64>{}};
    ct::partition_view vs{ct::tensor_span{scale, ct::extents{1, n}}, ct::shape<1, 128>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64))) {
        auto tw = ct::element_cast<bf16>(vw.load_masked(j, step));
        acc = ct::mma(vx.load_masked(i, step), ct::transpose(tw), acc);
    }
    vy.store_masked(ct::element_cast<bf16>(acc * vs.load_masked(0, j)), i, j);
}

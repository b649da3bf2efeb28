//@ by: TransformerEngine
//@ base: gemm/bf16_nt
//@ small: m=128 n=136 k=200
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out e4m3[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg scale: f32[1] = full(0.05)
//@ arg amax: inout f32[1] = zeros
//@ result c[i:m, j:n] = 0.05 * sum(l, k, a[i*k + l] * b[j*k + l])
//@ result amax[i:1] = most(i, m, most(j, n, abs(sum(l, k, a[i*k + l] * b[j*k + l]))))
//@ within: 0.07
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_fp8.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The result in fp8 with a scale of the tensor, and the largest magnitude for the next step.
using bf16 = __nv_bfloat16;
using e4m3 = __nv_fp8_e4m3;
__tile_global__ void linear_fp8(const bf16* __restrict__ x, const bf16* __restrict__ w, e4m3* __restrict__ y, int m,
                                int n, int k, const float* __restrict__ scale, float* __restrict__ amax) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<128, 64>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64)))
        acc = ct::mma(vx.load_masked(i, step), ct::transpose(vw.load_masked(j, step)), acc);
    float largest = float(ct::reshape(ct::reduce_max<0>(ct::reduce_max<1>(ct::abs(acc))), ct::shape<>{}));
    // Magnitudes are ordered as their bits.
    ct::atomic_max(reinterpret_cast<int*>(amax), __builtin_bit_cast(int, largest), ct::memory_order_relaxed_t{});
    vy.store_masked(ct::element_cast<e4m3>(acc * *scale), i, j);
}

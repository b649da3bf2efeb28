//@ by: vLLM
//@ base: gemm/int8_nt
//@ small: m=128 n=136 k=208
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: i8[%{m*k}] = random(1)
//@ arg b: i8[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg row_scale: f32[%{m}] = random(3)
//@ arg column_scale: f32[%{n}] = random(4)
//@ result c[i:m, j:n] = row_scale[i] * column_scale[j] * sum(l, k, a[i*k + l] * b[j*k + l])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// w8a8: int32 sums, scales of tokens and channels, bf16 results.
using bf16 = __nv_bfloat16;
__tile_global__ void cutlass_scaled_mm(const signed char* __restrict__ a, const signed char* __restrict__ b,
                                       bf16* __restrict__ c, int m, int n, int k, const float* __restrict__ a_scales,
                                       const float* __restrict__ b_scales) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 128>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{n, k}}, ct::shape<128, 128>{}};
    ct::partition_view vr{ct::tensor_span{a_scales, ct::extents{m, 1}}, ct::shape<128, 1>{}};
    ct::partition_view vs{ct::tensor_span{b_scales, ct::extents{1, n}}, ct::shape<1, 128>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<int, ct::shape<128, 128>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 128)))
        acc = ct::mma(va.load_masked(i, step), ct::transpose(vb.load_masked(j, step)), acc);
    auto scaled = ct::element_cast<float>(acc) * vr.load_masked(i, 0) * vs.load_masked(0, j);
    vc.store_masked(ct::element_cast<bf16>(scaled), i, j);
}

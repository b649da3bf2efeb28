//@ by: TransformerEngine
//@ base: gemm/fp8_nt
//@ small: m=128 n=136 k=208
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: e4m3[%{m*k}] = random(1)
//@ arg b: e4m3[%{k*n}] = random(2)
//@ arg c: out f32[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg row_scale: f32[%{m}] = random(3)
//@ arg column_scale: f32[%{n}] = random(4)
//@ result c[i:m, j:n] = row_scale[i] * column_scale[j] * sum(l, k, a[i*k + l] * b[j*k + l])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_fp8.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// fp8 with one scale for each row of A and column of B, behind the loop.
using e4m3 = __nv_fp8_e4m3;
__tile_global__ void scaled(const e4m3* __restrict__ a, const e4m3* __restrict__ b, float* __restrict__ c, int m, int n,
                            int k, const float* __restrict__ row_scale, const float* __restrict__ column_scale) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 128>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{n, k}}, ct::shape<128, 128>{}};
    ct::partition_view vr{ct::tensor_span{row_scale, ct::extents{m, 1}}, ct::shape<128, 1>{}};
    ct::partition_view vs{ct::tensor_span{column_scale, ct::extents{1, n}}, ct::shape<1, 128>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 128)))
        acc = ct::mma(va.load_masked(i, step), ct::transpose(vb.load_masked(j, step)), acc);
    vc.store_masked(acc * (vr.load_masked(i, 0) * vs.load_masked(0, j)), i, j);
}

//@ by: DeepGEMM-like
//@ base: gemm/fp8_nt
//@ small: m=128 n=128 k=256
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: e4m3[%{m*k}] = random(1)
//@ arg b: e4m3[%{k*n}] = random(2)
//@ arg c: out f32[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg a_scale: f32[%{m*k/128}] = random(3)
//@ arg b_scale: f32[%{cdiv(n, 128)*k/128}] = random(4)
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[j*k + l] * a_scale[i*(k/128) + div(l, 128)] * b_scale[div(j, 128)*(k/128) + div(l, 128)])
//@ extra: scales each step of 128
//@ expect: wgmma, A TMA, B TMA
//@ gap: time

#include "cuda_fp8.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Scales of 1x128 of A and 128x128 of B: each step is scaled before it is added.
using e4m3 = __nv_fp8_e4m3;
__tile_global__ void fp8_gemm(const e4m3* __restrict__ a, const e4m3* __restrict__ b, float* __restrict__ c, int m,
                              int n, int k, const float* __restrict__ a_scale, const float* __restrict__ b_scale) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 128>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{n, k}}, ct::shape<128, 128>{}};
    ct::partition_view vs{ct::tensor_span{a_scale, ct::extents{m, k / 128}}, ct::shape<128, 1>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
    int i = ct::bid().x, j = ct::bid().y;
    using Sum = ct::tile<float, ct::shape<128, 128>>;
    auto acc = ct::zeros<Sum>();
    for (int step = 0; step < k / 128; ++step) {
        auto part = ct::mma(va.load_masked(i, step), ct::transpose(vb.load_masked(j, step)), ct::zeros<Sum>());
        acc = acc + part * (vs.load_masked(i, step) * b_scale[j * (k / 128) + step]);
    }
    vc.store_masked(acc, i, j);
}

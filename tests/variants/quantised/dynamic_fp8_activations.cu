//@ by: TransformerEngine
//@ base: gemm/fp8_nt
//@ small: m=128 n=128 k=144
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: e4m3[%{k*n}] = random(2)
//@ arg c: out f32[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg inverse: f32 = 4
//@ result c[i:m, j:n] = 0.25 * sum(l, k, a[i*k + l] * 4 * b[j*k + l])
//@ within: 0.15
//@ extra: reads an operand of twice the size
//@ expect: wgmma, A TMA computed, B TMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_fp8.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Activations are quantised to fp8 between load and product.
using e4m3 = __nv_fp8_e4m3;
__tile_global__ void cast_gemm(const __nv_bfloat16* __restrict__ x, const e4m3* __restrict__ w, float* __restrict__ y,
                               int m, int n, int k, float inverse) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<128, 128>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<128, 128>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 128))) {
        auto tx = ct::element_cast<e4m3>(ct::element_cast<float>(vx.load_masked(i, step)) * inverse);
        acc = ct::mma(tx, ct::transpose(vw.load_masked(j, step)), acc);
    }
    vy.store_masked(acc / inverse, i, j);
}

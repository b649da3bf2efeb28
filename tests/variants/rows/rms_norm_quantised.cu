//@ by: vLLM
//@ base: rows/rms_norm
//@ small: r=5 n=1000
//@ large: r=8192 n=4096
//@ grid: r
//@ arg x: bf16[%{r*n}] = random(1)
//@ arg w: bf16[%{n}] = random(2)
//@ arg y: out e4m3[%{r*n}]
//@ arg rows: i32 = %{r}
//@ arg cols: i32 = %{n}
//@ arg scale: f32 = 2
//@ let z[i:r] = sum(j, n, x[i*n + j] * x[i*n + j])
//@ result y[i:r, j:n] = 2 * x[i*n + j] * w[j] / sqrt(z[i] / n + 0.00001)
//@ within: 0.07
//@ expect: no MMA

#include "cuda_bf16.h"
#include "cuda_fp8.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The norm in front of an fp8 projection.
using bf16 = __nv_bfloat16;
using e4m3 = __nv_fp8_e4m3;
__tile_global__ void rms_norm_static_fp8_quant(const bf16* __restrict__ x, const bf16* __restrict__ w,
                                               e4m3* __restrict__ y, int rows, int cols, float scale) {
    using Row = ct::shape<1, 4096>;
    ct::partition_view from{ct::tensor_span{x, ct::extents{rows, cols}}, Row{}};
    ct::partition_view weight{ct::tensor_span{w, ct::extents{1, cols}}, Row{}};
    ct::partition_view to{ct::tensor_span{y, ct::extents{rows, cols}}, Row{}};
    int row = ct::bid().x;
    auto t = ct::element_cast<float>(from.load_masked(row, 0));
    auto inverse = ct::rsqrt(ct::sum<1>(t * t) / static_cast<float>(cols) + 1e-5f);
    to.store_masked(ct::element_cast<e4m3>(t * inverse * ct::element_cast<float>(weight.load_masked(0, 0)) * scale), row, 0);
}

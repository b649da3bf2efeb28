//@ by: tilec book
//@ small: r=5 n=1000
//@ large: r=8192 n=4096
//@ grid: r
//@ arg x: bf16[%{r*n}] = random(1)
//@ arg w: bf16[%{n}] = random(2)
//@ arg y: out bf16[%{r*n}]
//@ arg rows: i32 = %{r}
//@ arg cols: i32 = %{n}
//@ let z[i:r] = sum(j, n, x[i*n + j] * x[i*n + j])
//@ result y[i:r, j:n] = x[i*n + j] * w[j] / sqrt(z[i] / n + 0.00001)
//@ expect: no MMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using bf16 = __nv_bfloat16;
__tile_global__ void rms_norm(const bf16* __restrict__ x, const bf16* __restrict__ w, bf16* __restrict__ y, int rows,
                              int cols) {
    using Row = ct::shape<1, 4096>;
    ct::partition_view from{ct::tensor_span{x, ct::extents{rows, cols}}, Row{}};
    ct::partition_view weight{ct::tensor_span{w, ct::extents{1, cols}}, Row{}};
    ct::partition_view to{ct::tensor_span{y, ct::extents{rows, cols}}, Row{}};
    int row = ct::bid().x;
    auto t = ct::element_cast<float>(from.load_masked(row, 0));
    auto scale = ct::rsqrt(ct::sum<1>(t * t) / static_cast<float>(cols) + 1e-5f);
    to.store_masked(ct::element_cast<bf16>(t * scale * ct::element_cast<float>(weight.load_masked(0, 0))), row, 0);
}

//@ by: tilec book
//@ small: r=5 n=1000
//@ large: r=8192 n=4096
//@ grid: r
//@ arg x: bf16[%{r*n}] = random(1)
//@ arg y: out f32[%{r}]
//@ arg rows: i32 = %{r}
//@ arg cols: i32 = %{n}
//@ result y[i:r] = sum(j, n, x[i*n + j])
//@ expect: no MMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using bf16 = __nv_bfloat16;
__tile_global__ void row_sum(const bf16* __restrict__ x, float* __restrict__ y, int rows, int cols) {
    ct::partition_view from{ct::tensor_span{x, ct::extents{rows, cols}}, ct::shape<1, 4096>{}};
    ct::partition_view to{ct::tensor_span{y, ct::extents{rows, 1}}, ct::shape<1, 1>{}};
    to.store(ct::sum<1>(ct::element_cast<float>(from.load_masked(ct::bid().x, 0))), ct::bid().x, 0);
}

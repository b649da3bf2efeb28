//@ by: cuTile Python port
//@ base: rows/cumulative_sum
//@ small: r=5 n=1000
//@ large: r=8192 n=4096
//@ grid: r
//@ arg x: f32[%{r*n}] = random(1)
//@ arg y: out f32[%{r*n}]
//@ arg rows: i32 = %{r}
//@ arg cols: i32 = %{n}
//@ result y[i:r, j:n] = sum(l, j + 1, x[i*n + l])
//@ expect: no MMA

#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void cumsum(const float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
    ct::partition_view from{ct::tensor_span{x, ct::extents{rows, cols}}, ct::shape<1, 4096>{}};
    ct::partition_view to{ct::tensor_span{y, ct::extents{rows, cols}}, ct::shape<1, 4096>{}};
    to.store_masked(ct::partial_sum<1>(from.load_masked(ct::bid().x, 0)), ct::bid().x, 0);
}

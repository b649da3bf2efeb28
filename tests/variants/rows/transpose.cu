//@ by: tilec book
//@ small: r=72 n=200
//@ large: r=8192 n=4096
//@ grid: cdiv(r, 64), cdiv(n, 64)
//@ arg x: bf16[%{r*n}] = random(1)
//@ arg y: out bf16[%{r*n}]
//@ arg rows: i32 = %{r}
//@ arg cols: i32 = %{n}
//@ result y[j:n, i:r] = x[i*n + j]
//@ expect: no MMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using bf16 = __nv_bfloat16;
__tile_global__ void transpose(const bf16* __restrict__ x, bf16* __restrict__ y, int rows, int cols) {
    ct::partition_view from{ct::tensor_span{x, ct::extents{rows, cols}}, ct::shape<64, 64>{}};
    ct::partition_view to{ct::tensor_span{y, ct::extents{cols, rows}}, ct::shape<64, 64>{}};
    to.store_masked(ct::transpose(from.load_masked(ct::bid().x, ct::bid().y)), ct::bid().y, ct::bid().x);
}

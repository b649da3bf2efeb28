//@ by: scientific code
//@ small: r=8 n=512
//@ large: r=131072 n=512
//@ grid: r
//@ arg x: bf16[%{r*n}] = random(1)
//@ arg y: out bf16[%{r*n}]
//@ arg rows: i32 = %{r}
//@ arg cols: i32 = %{n}
//@ let z[i:r] = sum(j, n, exp(x[i*n + j]))
//@ result y[i:r, j:n] = exp(x[i*n + j]) / z[i]
//@ expect: no MMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Rows of 512, one a block.
using bf16 = __nv_bfloat16;
__tile_global__ void softmax(const bf16* __restrict__ x, bf16* __restrict__ y, int rows, int cols) {
    using Row = ct::shape<1, 512>;
    ct::partition_view from{ct::tensor_span{x, ct::extents{rows, cols}}, Row{}};
    ct::partition_view to{ct::tensor_span{y, ct::extents{rows, cols}}, Row{}};
    int row = ct::bid().x;
    auto t = ct::element_cast<float>(from.load_masked<ct::view_padding::negative_inf>(row, 0));
    auto e = ct::exp(t - ct::reduce_max<1>(t));
    to.store_masked(ct::element_cast<bf16>(e / ct::sum<1>(e)), row, 0);
}

//@ by: tilec book
//@ small: r=3 n=1000
//@ large: r=8192 n=4096
//@ grid: r
//@ arg x: bf16[%{2*r*n}] = random(1)
//@ arg y: out bf16[%{r*n}]
//@ arg rows: i32 = %{r}
//@ arg cols: i32 = %{n}
//@ result y[i:r, j:n] = x[i*2*n + j] / (1 + exp(-x[i*2*n + j])) * x[i*2*n + n + j]
//@ expect: no MMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

// The halves of a row of 2n: silu of the first times the second.
using bf16 = __nv_bfloat16;
__tile_global__ void silu_and_mul(const bf16* __restrict__ x, bf16* __restrict__ y, int rows, int cols) {
    using Row = ct::shape<1, 1, 4096>;
    ct::partition_view from{ct::tensor_span{x, ct::extents{rows, 2_ic, cols}}, Row{}};
    ct::partition_view to{ct::tensor_span{y, ct::extents{rows, 1_ic, cols}}, Row{}};
    auto g = ct::element_cast<float>(from.load_masked(ct::bid().x, 0, 0));
    auto u = ct::element_cast<float>(from.load_masked(ct::bid().x, 1, 0));
    to.store_masked(ct::element_cast<bf16>(g / (1.0f + ct::exp(-g)) * u), ct::bid().x, 0, 0);
}

//@ by: scientific code
//@ base: rows/softmax
//@ small: r=3 n=999
//@ large: r=8192 n=4095
//@ grid: r
//@ arg x: bf16[%{r*n}] = random(1)
//@ arg y: out bf16[%{r*n}]
//@ arg rows: i32 = %{r}
//@ arg cols: i32 = %{n}
//@ let z[i:r] = sum(j, n, exp(x[i*n + j]))
//@ result y[i:r, j:n] = exp(x[i*n + j]) / z[i]
//@ expect: no MMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Odd rows: no two begin at a multiple of 16 bytes.
using bf16 = __nv_bfloat16;
__tile_global__ void softmax(const bf16* __restrict__ x, bf16* __restrict__ y, int rows, int cols) {
    using Row = ct::shape<4096>;
    auto lane = ct::iota<ct::tile<int, Row>>();
    long row = ct::bid().x;
    auto inside = lane < cols;
    auto t = ct::element_cast<float>(ct::load_masked(x + row * cols + lane, inside));
    t = ct::select(inside, t, ct::full<ct::tile<float, Row>>(-1e30f));
    auto e = ct::exp(t - ct::reduce_max<0>(t));
    ct::store_masked(y + row * cols + lane, ct::element_cast<bf16>(e / ct::sum<0>(e)), inside);
}

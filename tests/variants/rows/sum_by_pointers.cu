//@ by: scientific code
//@ base: rows/sum
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

// Lanes add parts of 1024; a scalar store.
using real = __nv_bfloat16;
__tile_global__ void sums(const real* __restrict__ x, float* __restrict__ y, int rows, int cols) {
    auto lane = ct::iota<ct::tile<int, ct::shape<1024>>>();
    int row = ct::bid().x;
    auto total = ct::zeros<ct::tile<float, ct::shape<1024>>>();
    for (int begin = 0; begin < cols; begin += 1024)
        total = total + ct::element_cast<float>(ct::load_masked(x + row * cols + (begin + lane), begin + lane < cols, real(0.0f)));
    y[row] = float(ct::reshape(ct::sum<0>(total), ct::shape<>{}));
}

//@ by: CUTLASS port
//@ base: rows/sum
//@ small: r=64 n=136
//@ large: r=8192 n=4096
//@ grid: cdiv(r, 64)
//@ arg x: bf16[%{r*n}] = random(1)
//@ arg y: out f32[%{r}]
//@ arg rows: i32 = %{r}
//@ arg cols: i32 = %{n}
//@ result y[i:r] = sum(j, n, x[i*n + j])
//@ expect: wgmma, A TMA, B stored loaded_tile
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Sums as a product with a tile of ones, 64 rows a block.
using bf16 = __nv_bfloat16;
__tile_global__ void sums(const bf16* __restrict__ x, float* __restrict__ y, int rows, int cols) {
    ct::partition_view from{ct::tensor_span{x, ct::extents{rows, cols}}, ct::shape<64, 64>{}};
    ct::partition_view to{ct::tensor_span{y, ct::extents{rows, 1}}, ct::shape<64, 1>{}};
    auto ones = ct::ones<ct::tile<bf16, ct::shape<64, 8>>>();
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 8>>>();
    for (int step = 0; step < ct::ceildiv(cols, 64); ++step)
        acc = ct::mma(from.load_masked(ct::bid().x, step), ones, acc);
    to.store(ct::extract(acc, ct::shape<64, 1>{}, 0, 0), ct::bid().x, 0);
}

//@ by: Triton port
//@ base: rows/softmax
//@ small: r=5 n=1000
//@ large: r=8192 n=4096
//@ grid: min(r, 528)
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

// The persistent version of the tutorial: rows with the stride of the grid.
using bf16 = __nv_bfloat16;
__tile_global__ void softmax_kernel(const bf16* __restrict__ input_ptr, bf16* __restrict__ output_ptr, int n_rows,
                                    int n_cols) {
    auto col_offsets = ct::iota<ct::tile<int, ct::shape<4096>>>();
    auto mask = col_offsets < n_cols;
    auto low = ct::full<ct::tile<bf16, ct::shape<>>>(bf16(-1e30f));
    for (int row_idx = ct::bid().x; row_idx < n_rows; row_idx += ct::num_blocks().x) {
        const bf16* row_start_ptr = input_ptr + row_idx * n_cols;
        auto row = ct::element_cast<float>(ct::load_masked(row_start_ptr + col_offsets, mask, low));
        auto row_minus_max = row - ct::reduce_max<0>(row);
        auto numerator = ct::exp(row_minus_max);
        ct::store_masked(output_ptr + row_idx * n_cols + col_offsets, ct::element_cast<bf16>(numerator / ct::sum<0>(numerator)), mask);
    }
}

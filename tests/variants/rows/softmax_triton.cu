//@ by: Triton port
//@ base: rows/softmax
//@ small: r=5 n=1000
//@ large: r=8192 n=4096
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

// The fused softmax of the tutorial: pointers, a mask, -inf.
using bf16 = __nv_bfloat16;
constexpr int BLOCK_SIZE = 4096;
__tile_global__ void softmax_kernel(const bf16* __restrict__ input_ptr, bf16* __restrict__ output_ptr, int n_rows,
                                    int n_cols) {
    int row_idx = ct::bid().x;
    auto col_offsets = ct::iota<ct::tile<int, ct::shape<BLOCK_SIZE>>>();
    auto mask = col_offsets < n_cols;
    auto row = ct::element_cast<float>(ct::load_masked(input_ptr + (row_idx * n_cols + col_offsets), mask,
                                                      ct::full<ct::tile<bf16, ct::shape<>>>(bf16(-1e30f))));
    auto numerator = ct::exp(row - ct::reduce_max<0>(row));
    auto softmax_output = numerator / ct::sum<0>(numerator);
    ct::store_masked(output_ptr + (row_idx * n_cols + col_offsets), ct::element_cast<bf16>(softmax_output), mask);
}

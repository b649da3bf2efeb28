//@ by: Triton port
//@ base: rows/swiglu
//@ small: r=3 n=1000
//@ large: r=8192 n=4096
//@ grid: r, cdiv(n, 1024)
//@ arg x: bf16[%{2*r*n}] = random(1)
//@ arg y: out bf16[%{r*n}]
//@ arg rows: i32 = %{r}
//@ arg cols: i32 = %{n}
//@ result y[i:r, j:n] = x[i*2*n + j] / (1 + exp(-x[i*2*n + j])) * x[i*2*n + n + j]
//@ expect: no MMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Parts of 1024 columns a block, pointers.
using bf16 = __nv_bfloat16;
__tile_global__ void _swiglu_forward_kernel(const bf16* __restrict__ a_ptr, bf16* __restrict__ c_ptr, int n_rows,
                                            int n_cols) {
    constexpr int BLOCK_SIZE = 1024;
    long program_id = ct::bid().x;
    auto a = a_ptr + program_id * 2 * n_cols;
    auto b = a + n_cols;
    auto c = c_ptr + program_id * n_cols;
    auto col_offsets = int(ct::bid().y) * BLOCK_SIZE + ct::iota<ct::tile<int, ct::shape<BLOCK_SIZE>>>();
    auto mask = col_offsets < n_cols;
    auto a_row = ct::element_cast<float>(ct::load_masked(a + col_offsets, mask, bf16(0.0f)));
    auto b_row = ct::element_cast<float>(ct::load_masked(b + col_offsets, mask, bf16(0.0f)));
    ct::store_masked(c + col_offsets, ct::element_cast<bf16>(a_row / (1.0f + ct::exp(-a_row)) * b_row), mask);
}

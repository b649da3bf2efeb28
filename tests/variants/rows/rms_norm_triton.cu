//@ by: Triton port
//@ base: rows/rms_norm
//@ small: r=5 n=1000
//@ large: r=8192 n=4096
//@ grid: r
//@ arg x: bf16[%{r*n}] = random(1)
//@ arg w: bf16[%{n}] = random(2)
//@ arg y: out bf16[%{r*n}]
//@ arg rows: i32 = %{r}
//@ arg cols: i32 = %{n}
//@ let z[i:r] = sum(j, n, x[i*n + j] * x[i*n + j])
//@ result y[i:r, j:n] = x[i*n + j] * w[j] / sqrt(z[i] / n + 0.00001)
//@ expect: no MMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Unsloth and Liger style: pointers, a mask of columns.
using bf16 = __nv_bfloat16;
__tile_global__ void _rms_layernorm_forward(const bf16* __restrict__ X, const bf16* __restrict__ W, bf16* __restrict__ Y,
                                            int n_rows, int n_cols) {
    constexpr int BLOCK_SIZE = 4096;
    int row_idx = ct::bid().x;
    auto col_offsets = ct::iota<ct::tile<int, ct::shape<BLOCK_SIZE>>>();
    auto mask = col_offsets < n_cols;
    auto zero = ct::full<ct::tile<bf16, ct::shape<>>>(bf16(0.0f));
    auto X_row = ct::element_cast<float>(ct::load_masked(X + (row_idx * n_cols + col_offsets), mask, zero));
    auto W_row = ct::element_cast<float>(ct::load_masked(W + col_offsets, mask, zero));
    auto row_var = ct::sum<0>(X_row * X_row) / float(n_cols);
    auto inv_var = ct::rsqrt(row_var + 1e-5f);
    ct::store_masked(Y + (row_idx * n_cols + col_offsets), ct::element_cast<bf16>(X_row * inv_var * W_row), mask);
}

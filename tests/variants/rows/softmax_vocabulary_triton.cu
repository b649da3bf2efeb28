//@ by: Triton port
//@ base: rows/softmax_vocabulary
//@ small: r=2 n=5000
//@ large: r=512 n=131072
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

// The same with pointers and lanes: a maximum and a sum for each lane, reduced behind the loop.
using bf16 = __nv_bfloat16;
__tile_global__ void softmax_kernel(const bf16* __restrict__ x_ptr, bf16* __restrict__ y_ptr, int M, int N) {
    constexpr int BLOCK_N = 4096;
    int row = ct::bid().x;
    x_ptr = x_ptr + row * N;
    y_ptr = y_ptr + row * N;
    auto lanes = ct::iota<ct::tile<int, ct::shape<BLOCK_N>>>();
    auto low = ct::full<ct::tile<bf16, ct::shape<>>>(bf16(-1e30f));
    auto m = ct::full<ct::tile<float, ct::shape<BLOCK_N>>>(-1e30f);
    auto l = ct::zeros<ct::tile<float, ct::shape<BLOCK_N>>>();
    for (int start = 0; start < N; start += BLOCK_N) {
        auto cols = start + lanes;
        auto x = ct::element_cast<float>(ct::load_masked(x_ptr + cols, cols < N, low));
        auto new_m = ct::max(m, x);
        l = l * ct::exp(m - new_m) + ct::exp(x - new_m);
        m = new_m;
    }
    auto row_max = ct::reduce_max<0>(m);
    auto row_sum = ct::sum<0>(l * ct::exp(m - row_max));
    for (int start = 0; start < N; start += BLOCK_N) {
        auto cols = start + lanes;
        auto x = ct::element_cast<float>(ct::load_masked(x_ptr + cols, cols < N, low));
        ct::store_masked(y_ptr + cols, ct::element_cast<bf16>(ct::exp(x - row_max) / row_sum), cols < N);
    }
}

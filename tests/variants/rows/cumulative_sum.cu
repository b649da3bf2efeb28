//@ by: Triton port
//@ small: r=2 n=1500
//@ large: r=8192 n=4096
//@ grid: r
//@ arg x: f32[%{r*n}] = random(1)
//@ arg y: out f32[%{r*n}]
//@ arg rows: i32 = %{r}
//@ arg cols: i32 = %{n}
//@ result y[i:r, j:n] = sum(l, j + 1, x[i*n + l])
//@ expect: no MMA

#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Parts of 512 with a carried sum.
__tile_global__ void cumsum_kernel(const float* __restrict__ x_ptr, float* __restrict__ y_ptr, int M, int N) {
    constexpr int BLOCK = 512;
    int row = ct::bid().x;
    auto lanes = ct::iota<ct::tile<int, ct::shape<BLOCK>>>();
    auto carry = ct::zeros<ct::tile<float, ct::shape<1>>>();
    for (int start = 0; start < N; start += BLOCK) {
        auto offs = start + lanes;
        auto x = ct::load_masked(x_ptr + (row * N + offs), offs < N, 0.0f);
        auto sums = ct::partial_sum<0>(x) + carry;
        ct::store_masked(y_ptr + (row * N + offs), sums, offs < N);
        carry = carry + ct::sum<0>(x);
    }
}

//@ by: Triton port
//@ base: rows/layer_norm
//@ small: r=5 n=1000
//@ large: r=8192 n=4096
//@ grid: r
//@ arg x: bf16[%{r*n}] = random(1)
//@ arg w: bf16[%{n}] = random(2)
//@ arg b: bf16[%{n}] = random(3)
//@ arg y: out bf16[%{r*n}]
//@ arg rows: i32 = %{r}
//@ arg cols: i32 = %{n}
//@ let u[i:r] = sum(j, n, x[i*n + j]) / n
//@ let z[i:r] = sum(j, n, (x[i*n + j] - u[i]) * (x[i*n + j] - u[i]))
//@ result y[i:r, j:n] = (x[i*n + j] - u[i]) / sqrt(z[i] / n + 0.00001) * w[j] + b[j]
//@ extra: reads the row three times, twice from the L2 cache
//@ expect: no MMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The tutorial: mean, variance and result in three loops over parts of the row.
using bf16 = __nv_bfloat16;
__tile_global__ void _layer_norm_fwd_fused(const bf16* __restrict__ X, const bf16* __restrict__ W,
                                           const bf16* __restrict__ B, bf16* __restrict__ Y, int M, int N) {
    constexpr int BLOCK_SIZE = 1024;
    int row = ct::bid().x;
    Y = Y + row * N;
    X = X + row * N;
    auto lanes = ct::iota<ct::tile<int, ct::shape<BLOCK_SIZE>>>();
    auto none = bf16(0.0f);
    auto _mean = ct::zeros<ct::tile<float, ct::shape<BLOCK_SIZE>>>();
    for (int off = 0; off < N; off += BLOCK_SIZE) {
        auto cols = off + lanes;
        _mean = _mean + ct::element_cast<float>(ct::load_masked(X + cols, cols < N, none));
    }
    auto mean = ct::sum<0>(_mean) / float(N);
    auto _var = ct::zeros<ct::tile<float, ct::shape<BLOCK_SIZE>>>();
    for (int off = 0; off < N; off += BLOCK_SIZE) {
        auto cols = off + lanes;
        auto x = ct::element_cast<float>(ct::load_masked(X + cols, cols < N, none));
        x = ct::select(cols < N, x - mean, ct::zeros<ct::tile<float, ct::shape<BLOCK_SIZE>>>());
        _var = _var + x * x;
    }
    auto rstd = ct::rsqrt(ct::sum<0>(_var) / float(N) + 1e-5f);
    for (int off = 0; off < N; off += BLOCK_SIZE) {
        auto cols = off + lanes;
        auto mask = cols < N;
        auto w = ct::element_cast<float>(ct::load_masked(W + cols, mask));
        auto b = ct::element_cast<float>(ct::load_masked(B + cols, mask));
        auto x = ct::element_cast<float>(ct::load_masked(X + cols, mask, none));
        ct::store_masked(Y + cols, ct::element_cast<bf16>((x - mean) * rstd * w + b), mask);
    }
}

//@ by: llama.cpp
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
//@ extra: reads the row twice, the second time from the L2 cache
//@ expect: no MMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The squares in parts of 1024, then the results in parts of 1024.
using nv_bf16 = __nv_bfloat16;
__tile_global__ void rms_norm(const nv_bf16* __restrict__ x, const nv_bf16* __restrict__ w, nv_bf16* __restrict__ dst,
                              const int nrows, const int ncols) {
    constexpr int block_size = 1024;
    const int row = ct::bid().x;
    x = x + row * ncols;
    dst = dst + row * ncols;
    const auto tid = ct::iota<ct::tile<int, ct::shape<block_size>>>();
    auto tmp = ct::zeros<ct::tile<float, ct::shape<block_size>>>();
    for (int col = 0; col < ncols; col += block_size) {
        const auto at = col + tid;
        const auto xi = ct::element_cast<float>(ct::load_masked(x + at, at < ncols, nv_bf16(0.0f)));
        tmp = tmp + xi * xi;
    }
    const auto mean = ct::sum<0>(tmp) / float(ncols);
    const auto scale = ct::rsqrt(mean + 1e-5f);
    for (int col = 0; col < ncols; col += block_size) {
        const auto at = col + tid;
        const auto xi = ct::element_cast<float>(ct::load_masked(x + at, at < ncols, nv_bf16(0.0f)));
        const auto wi = ct::element_cast<float>(ct::load_masked(w + at, at < ncols, nv_bf16(0.0f)));
        ct::store_masked(dst + at, ct::element_cast<nv_bf16>(scale * xi * wi), at < ncols);
    }
}

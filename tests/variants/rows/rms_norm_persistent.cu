//@ by: cuTile Python port
//@ base: rows/rms_norm
//@ small: r=8 n=1000
//@ large: r=8192 n=4096
//@ grid: min(cdiv(r, 4), 264)
//@ arg x: bf16[%{r*n}] = random(1)
//@ arg w: bf16[%{n}] = random(2)
//@ arg y: out bf16[%{r*n}]
//@ arg rows: i32 = %{r}
//@ arg cols: i32 = %{n}
//@ let z[i:r] = sum(j, n, x[i*n + j] * x[i*n + j])
//@ result y[i:r, j:n] = x[i*n + j] * w[j] / sqrt(z[i] / n + 0.00001)
//@ expect: no MMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Persistent blocks of four rows; the weights are loaded once.
using bf16 = __nv_bfloat16;
__tile_global__ void rms_norm(const bf16* __restrict__ X, const bf16* __restrict__ W, bf16* __restrict__ Y, int M, int N) {
    constexpr int TILE_M = 4, TILE_N = 4096;
    ct::partition_view x_view{ct::tensor_span{X, ct::extents{M, N}}, ct::shape<TILE_M, TILE_N>{}};
    ct::partition_view w_view{ct::tensor_span{W, ct::extents{1, N}}, ct::shape<1, TILE_N>{}};
    ct::partition_view y_view{ct::tensor_span{Y, ct::extents{M, N}}, ct::shape<TILE_M, TILE_N>{}};
    auto w = ct::element_cast<float>(w_view.load_masked(0, 0));
    for (int current_bid = ct::bid().x; current_bid < ct::ceildiv(M, TILE_M); current_bid += ct::num_blocks().x) {
        auto x = ct::element_cast<float>(x_view.load_masked(current_bid, 0));
        auto rsqrt_var = ct::rsqrt(ct::sum<1>(x * x) / float(N) + 1e-5f);
        y_view.store_masked(ct::element_cast<bf16>(x * rsqrt_var * w), current_bid, 0);
    }
}

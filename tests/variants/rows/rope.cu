//@ by: tilec book
//@ small: r=4 n=128 h=3
//@ large: r=8192 n=128 h=32
//@ grid: r
//@ arg x: bf16[%{r*h*n}] = random(1)
//@ arg cosine: f32[%{r*n/2}] = random(2)
//@ arg sine: f32[%{r*n/2}] = random(3)
//@ arg y: out bf16[%{r*h*n}]
//@ arg rows: i32 = %{r}
//@ arg heads: i32 = %{h}
//@ result y[i:r, t:h, j:n] = where(j < n/2, x[(i*h + t)*n + j] * cosine[i*(n/2) + j] - x[(i*h + t)*n + j + n/2] * sine[i*(n/2) + j], x[(i*h + t)*n + j] * cosine[i*(n/2) + j - n/2] + x[(i*h + t)*n + j - n/2] * sine[i*(n/2) + j - n/2])
//@ expect: no MMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

// All heads of a token in views of 32 heads x 64.
using bf16 = __nv_bfloat16;
__tile_global__ void rope(const bf16* __restrict__ x, const float* __restrict__ cosine, const float* __restrict__ sine,
                          bf16* __restrict__ y, int tokens, int heads) {
    ct::partition_view from{ct::tensor_span{x, ct::extents{tokens, heads, 128_ic}}, ct::shape<1, 32, 64>{}};
    ct::partition_view to{ct::tensor_span{y, ct::extents{tokens, heads, 128_ic}}, ct::shape<1, 32, 64>{}};
    ct::partition_view vc{ct::tensor_span{cosine, ct::extents{tokens, 1, 64_ic}}, ct::shape<1, 1, 64>{}};
    ct::partition_view vs{ct::tensor_span{sine, ct::extents{tokens, 1, 64_ic}}, ct::shape<1, 1, 64>{}};
    int t = ct::bid().x;
    auto a = ct::element_cast<float>(from.load_masked(t, 0, 0)), b = ct::element_cast<float>(from.load_masked(t, 0, 1));
    auto c = vc.load(t, 0, 0), s = vs.load(t, 0, 0);
    to.store_masked(ct::element_cast<bf16>(a * c - b * s), t, 0, 0);
    to.store_masked(ct::element_cast<bf16>(b * c + a * s), t, 0, 1);
}

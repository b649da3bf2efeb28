//@ by: TransformerEngine
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
//@ expect: no MMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Mean and mean square from one pass over registers; pointers.
using bf16 = __nv_bfloat16;
__tile_global__ void ln_fwd(const bf16* __restrict__ x, const bf16* __restrict__ gamma, const bf16* __restrict__ beta,
                            bf16* __restrict__ z, int rows, int cols) {
    using Row = ct::shape<4096>;
    auto col = ct::iota<ct::tile<int, Row>>();
    auto mask = col < cols;
    int row = ct::bid().x;
    auto zero = bf16(0.0f);
    auto xf = ct::element_cast<float>(ct::load_masked(x + (row * cols + col), mask, zero));
    float rn = 1.0f / static_cast<float>(cols);
    auto mu = ct::sum<0>(xf) * rn;
    auto sqsigma = ct::sum<0>(xf * xf) * rn - mu * mu;
    auto rs = ct::rsqrt(sqsigma + 1e-5f);
    auto g = ct::element_cast<float>(ct::load_masked(gamma + col, mask, zero));
    auto b = ct::element_cast<float>(ct::load_masked(beta + col, mask, zero));
    ct::store_masked(z + (row * cols + col), ct::element_cast<bf16>(g * ((xf - mu) * rs) + b), mask);
}

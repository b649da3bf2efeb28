//@ by: tilec book
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

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using bf16 = __nv_bfloat16;
__tile_global__ void layer_norm(const bf16* __restrict__ x, const bf16* __restrict__ w, const bf16* __restrict__ b,
                                bf16* __restrict__ y, int rows, int cols) {
    using Row = ct::shape<1, 4096>;
    ct::partition_view from{ct::tensor_span{x, ct::extents{rows, cols}}, Row{}};
    ct::partition_view weight{ct::tensor_span{w, ct::extents{1, cols}}, Row{}};
    ct::partition_view bias{ct::tensor_span{b, ct::extents{1, cols}}, Row{}};
    ct::partition_view to{ct::tensor_span{y, ct::extents{rows, cols}}, Row{}};
    int row = ct::bid().x;
    auto t = ct::element_cast<float>(from.load_masked(row, 0));
    auto mean = ct::sum<1>(t) / static_cast<float>(cols);
    auto inside = ct::iota<ct::tile<int, Row>>() < cols;
    auto centred = ct::select(inside, t - mean, ct::zeros<ct::tile<float, Row>>());
    auto scale = ct::rsqrt(ct::sum<1>(centred * centred) / static_cast<float>(cols) + 1e-5f);
    auto z = centred * scale * ct::element_cast<float>(weight.load_masked(0, 0));
    to.store_masked(ct::element_cast<bf16>(z + ct::element_cast<float>(bias.load_masked(0, 0))), row, 0);
}

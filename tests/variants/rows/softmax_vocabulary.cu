//@ by: vLLM
//@ small: r=2 n=9000
//@ large: r=512 n=131072
//@ grid: r
//@ arg x: bf16[%{r*n}] = random(1)
//@ arg y: out bf16[%{r*n}]
//@ arg rows: i32 = %{r}
//@ arg cols: i32 = %{n}
//@ let z[i:r] = sum(j, n, exp(x[i*n + j]))
//@ result y[i:r, j:n] = exp(x[i*n + j]) / z[i]
//@ expect: no MMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Rows of a vocabulary of 128k, in parts of 8192.
using bf16 = __nv_bfloat16;
__tile_global__ void softmax(const bf16* __restrict__ x, bf16* __restrict__ y, int rows, int cols) {
    using Part = ct::shape<1, 8192>;
    ct::partition_view from{ct::tensor_span{x, ct::extents{rows, cols}}, Part{}};
    ct::partition_view to{ct::tensor_span{y, ct::extents{rows, cols}}, Part{}};
    int row = ct::bid().x, parts = ct::ceildiv(cols, 8192);
    auto max = ct::full<ct::tile<float, ct::shape<1, 1>>>(-1e30f);
    auto sum = ct::zeros<ct::tile<float, ct::shape<1, 1>>>();
    for (int part = 0; part < parts; ++part) {
        auto t = ct::element_cast<float>(from.load_masked<ct::view_padding::negative_inf>(row, part));
        auto next = ct::max(max, ct::reduce_max<1>(t));
        sum = sum * ct::exp(max - next) + ct::sum<1>(ct::exp(t - next));
        max = next;
    }
    for (int part = 0; part < parts; ++part) {
        auto t = ct::element_cast<float>(from.load_masked<ct::view_padding::negative_inf>(row, part));
        to.store_masked(ct::element_cast<bf16>(ct::exp(t - max) / sum), row, part);
    }
}

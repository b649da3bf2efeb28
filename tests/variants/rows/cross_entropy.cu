//@ by: Triton port
//@ base: rows/sum
//@ small: r=3 n=1000
//@ large: r=4096 n=4096
//@ grid: r
//@ arg x: bf16[%{r*n}] = random(1)
//@ arg y: out f32[%{r}]
//@ arg rows: i32 = %{r}
//@ arg cols: i32 = %{n}
//@ arg labels: i32[%{r}] = full(7)
//@ result y[i:r] = log(sum(j, n, exp(x[i*n + j]))) - x[i*n + 7]
//@ extra: one exponential for each element
//@ expect: no MMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The loss of a vocabulary, by an online log-sum-exp.
using bf16 = __nv_bfloat16;
__tile_global__ void cross_entropy_forward(const bf16* __restrict__ logits_ptr, float* __restrict__ loss_ptr, int n_rows,
                                           int VOCAB_SIZE, const int* __restrict__ labels_ptr) {
    constexpr int BLOCK_SIZE = 8192;
    long row_idx = ct::bid().x;
    logits_ptr = logits_ptr + row_idx * VOCAB_SIZE;
    auto lanes = ct::iota<ct::tile<int, ct::shape<BLOCK_SIZE>>>();
    auto m = ct::full<ct::tile<float, ct::shape<1>>>(-1e30f);
    auto d = ct::zeros<ct::tile<float, ct::shape<1>>>();
    for (int i = 0; i < VOCAB_SIZE; i += BLOCK_SIZE) {
        auto offs = i + lanes;
        auto x = ct::element_cast<float>(ct::load_masked(logits_ptr + offs, offs < VOCAB_SIZE, bf16(-1e30f)));
        auto block_max = ct::max(m, ct::reduce_max<0>(x));
        d = d * ct::exp(m - block_max) + ct::sum<0>(ct::exp(x - block_max));
        m = block_max;
    }
    float lse = float(ct::reshape(m + ct::log(d), ct::shape<>{}));
    loss_ptr[row_idx] = lse - float(logits_ptr[labels_ptr[row_idx]]);
}

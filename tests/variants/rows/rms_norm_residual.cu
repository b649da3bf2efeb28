//@ by: vLLM
//@ base: rows/rms_norm
//@ small: r=5 n=1000
//@ large: r=8192 n=4096
//@ grid: r
//@ arg x: bf16[%{r*n}] = random(1)
//@ arg w: bf16[%{n}] = random(2)
//@ arg y: out bf16[%{r*n}]
//@ arg residual: inout bf16[%{r*n}] = random(3)
//@ arg rows: i32 = %{r}
//@ arg cols: i32 = %{n}
//@ let s[i:r, j:n] = x[i*n + j] + residual[i*n + j]
//@ let z[i:r] = sum(j, n, s[i, j] * s[i, j])
//@ result residual[i:r, j:n] = x[i*n + j] + residual[i*n + j]
//@ result y[i:r, j:n] = s[i, j] * w[j] / sqrt(z[i] / n + 0.00001)
//@ extra: reads and writes the residual
//@ expect: no MMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// fused_add_rms_norm.
using bf16 = __nv_bfloat16;
__tile_global__ void fused_add_rms_norm(const bf16* __restrict__ input, const bf16* __restrict__ weight,
                                        bf16* __restrict__ output, bf16* __restrict__ residual, int num_tokens,
                                        int hidden_size) {
    using Row = ct::shape<1, 4096>;
    ct::partition_view vi{ct::tensor_span{input, ct::extents{num_tokens, hidden_size}}, Row{}};
    ct::partition_view vw{ct::tensor_span{weight, ct::extents{1, hidden_size}}, Row{}};
    ct::partition_view vo{ct::tensor_span{output, ct::extents{num_tokens, hidden_size}}, Row{}};
    ct::partition_view vr{ct::tensor_span{residual, ct::extents{num_tokens, hidden_size}}, Row{}};
    int token = ct::bid().x;
    auto z = ct::element_cast<float>(vi.load_masked(token, 0)) + ct::element_cast<float>(vr.load_masked(token, 0));
    vr.store_masked(ct::element_cast<bf16>(z), token, 0);
    auto variance = ct::sum<1>(z * z) / static_cast<float>(hidden_size);
    vo.store_masked(ct::element_cast<bf16>(z * ct::rsqrt(variance + 1e-5f) * ct::element_cast<float>(vw.load_masked(0, 0))), token, 0);
}

//@ by: vLLM
//@ base: gemm/bf16_nt
//@ small: m=128 n=136 k=200
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg device_m: i32[1] = full(%{m})
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[j*k + l])
//@ expect: wgmma, A TMA, B TMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The number of tokens is in device memory.
using bf16 = __nv_bfloat16;
__tile_global__ void linear(const bf16* __restrict__ x, const bf16* __restrict__ w, bf16* __restrict__ y,
                            const int* __restrict__ num_tokens, int n, int k) {
    int m = *num_tokens;
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<128, 64>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{m, n}}, ct::shape<128, 128>{}};
    int i = ct::bid().x, j = ct::bid().y;
    if (i * 128 >= m) return;
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step = 0; step < ct::ceildiv(k, 64); ++step)
        acc = ct::mma(vx.load_masked(i, step), ct::transpose(vw.load_masked(j, step)), acc);
    vy.store_masked(ct::element_cast<bf16>(acc), i, j);
}

//@ by: vLLM
//@ base: gemm/bf16_nt
//@ small: m=128 n=128 k=136
//@ large: m=65536 n=128 k=4096
//@ grid: cdiv(m, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg adapter: i32[%{cdiv(m, 128)}] = full(0)
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[j*k + l])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The first half of LoRA: a block's tokens belong to one adapter of a stack, whose rank is 128.
using bf16 = __nv_bfloat16;
__tile_global__ void sgmv_shrink(const bf16* __restrict__ x, const bf16* __restrict__ lora_a, bf16* __restrict__ y,
                                 int m, int rank, int k, const int* __restrict__ lora_indices) {
    int i = ct::bid().x, index = lora_indices[i];
    if (index < 0) return;
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vw{ct::tensor_span{lora_a + index * rank * k, ct::extents{rank, k}}, ct::shape<128, 64>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{m, rank}}, ct::shape<128, 128>{}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step = 0; step < ct::ceildiv(k, 64); ++step)
        acc = ct::mma(vx.load_masked(i, step), ct::transpose(vw.load_masked(0, step)), acc);
    vy.store_masked(ct::element_cast<bf16>(acc), i, 0);
}

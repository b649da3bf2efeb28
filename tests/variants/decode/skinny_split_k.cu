//@ by: vLLM
//@ base: gemm/skinny_nt
//@ small: m=16 n=128 k=512
//@ large: m=16 n=4096 k=4096
//@ grid: 1, cdiv(n, 64), 4
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: inout f32[%{m*n}] = zeros
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[j*k + l])
//@ extra: adds parts of K atomically
//@ expect: transposed wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// 64 columns of a quarter of K a block, so that all SMs have work.
using bf16 = __nv_bfloat16;
__tile_global__ void gemv_batched(const bf16* __restrict__ x, const bf16* __restrict__ w, float* __restrict__ y, int m,
                                  int n, int k) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k}}, ct::shape<16, 128>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{n, k}}, ct::shape<64, 128>{}};
    int j = ct::bid().y, part = ct::bid().z, share = k / 128 / int(ct::num_blocks().z);
    auto acc = ct::zeros<ct::tile<float, ct::shape<16, 64>>>();
    for (int step = part * share; step < (part + 1) * share; ++step)
        acc = ct::mma(vx.load_masked(0, step), ct::transpose(vw.load_masked(j, step)), acc);
    auto row = ct::reshape(ct::iota<ct::tile<int, ct::shape<16>>>(), ct::shape<16, 1>{});
    auto column = j * 64 + ct::reshape(ct::iota<ct::tile<int, ct::shape<64>>>(), ct::shape<1, 64>{});
    ct::atomic_add_masked(y + (row * n + column), acc, row < m && column < n, ct::memory_order_relaxed_t{});
}

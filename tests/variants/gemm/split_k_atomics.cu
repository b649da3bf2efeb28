//@ by: vLLM
//@ base: gemm/bf16_nn_f32
//@ small: m=128 n=128 k=384
//@ large: m=512 n=512 k=16384
//@ grid: cdiv(m, 128), cdiv(n, 128), 2
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: inout f32[%{m*n}] = zeros
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[l*n + j])
//@ extra: adds to C atomically, once for each part of K
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Parts of K in blocks of their own, added with atomics: no result order.
using bf16 = __nv_bfloat16;
__tile_global__ void gemm_splitk(const bf16* __restrict__ a, const bf16* __restrict__ b, float* __restrict__ c, int m,
                                 int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 128>{}};
    int pid_m = ct::bid().x, pid_n = ct::bid().y, pid_k = ct::bid().z, split_k = ct::num_blocks().z;
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step = pid_k; step < ct::ceildiv(k, 64); step += split_k)
        acc = ct::mma(va.load_masked(pid_m, step), vb.load_masked(step, pid_n), acc);
    auto rows = pid_m * 128 + ct::reshape(ct::iota<ct::tile<int, ct::shape<128>>>(), ct::shape<128, 1>{});
    auto columns = pid_n * 128 + ct::reshape(ct::iota<ct::tile<int, ct::shape<128>>>(), ct::shape<1, 128>{});
    ct::atomic_add_masked(c + (rows * n + columns), acc, rows < m && columns < n, ct::memory_order_relaxed_t{});
}

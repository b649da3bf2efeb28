//@ by: vLLM
//@ base: grouped/contiguous_groups
//@ small: e=2 m=256 n=72 k=136
//@ large: e=8 m=8192 n=2048 k=2048
//@ grid: m/128, cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{e*k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg experts: i32[%{m/128}] = iota
//@ arg count: i32 = %{e}
//@ arg tokens: i32[%{m}] = iota*-1+%{m - 1}
//@ result c[i:m, j:n] = sum(l, k, a[(m - 1 - i)*k + l] * b[(min(div(i, 128), e - 1)*k + l)*n + j])
//@ expect: wgmma, A cp.async, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// fused_moe: rows of A are gathered by the list of sorted tokens.
using bf16 = __nv_bfloat16;
constexpr int BLOCK_SIZE_M = 128, BLOCK_SIZE_N = 128, BLOCK_SIZE_K = 64;
__tile_global__ void fused_moe_kernel(const bf16* __restrict__ a_ptr, const bf16* __restrict__ b_ptr,
                                      bf16* __restrict__ c_ptr, int EM, int N, int K,
                                      const int* __restrict__ expert_ids, int num_experts,
                                      const int* __restrict__ sorted_token_ids) {
    int pid_m = ct::bid().x, pid_n = ct::bid().y;
    auto offs_token_id = pid_m * BLOCK_SIZE_M + ct::iota<ct::tile<int, ct::shape<BLOCK_SIZE_M>>>();
    auto offs_token = ct::reshape(ct::load(sorted_token_ids + offs_token_id), ct::shape<BLOCK_SIZE_M, 1>{});
    int off_experts = ct::min(expert_ids[pid_m], num_experts - 1);
    auto offs_k = ct::reshape(ct::iota<ct::tile<int, ct::shape<BLOCK_SIZE_K>>>(), ct::shape<1, BLOCK_SIZE_K>{});
    ct::partition_view b_view{ct::tensor_span{b_ptr, ct::extents{num_experts, K, N}}, ct::shape<1, BLOCK_SIZE_K, BLOCK_SIZE_N>{}};
    auto accumulator = ct::zeros<ct::tile<float, ct::shape<BLOCK_SIZE_M, BLOCK_SIZE_N>>>();
    auto other = ct::full<ct::tile<bf16, ct::shape<>>>(bf16(0.0f));
    for (int k = 0; k < ct::ceildiv(K, BLOCK_SIZE_K); ++k) {
        auto a_mask = ct::broadcast(k * BLOCK_SIZE_K + offs_k < K, ct::shape<BLOCK_SIZE_M, BLOCK_SIZE_K>{});
        auto a = ct::load_masked(a_ptr + (offs_token * K + (k * BLOCK_SIZE_K + offs_k)), a_mask, other);
        auto b = ct::reshape(b_view.load_masked(off_experts, k, pid_n), ct::shape<BLOCK_SIZE_K, BLOCK_SIZE_N>{});
        accumulator = ct::mma(a, b, accumulator);
    }
    ct::partition_view c_view{ct::tensor_span{c_ptr, ct::extents{EM, N}}, ct::shape<BLOCK_SIZE_M, BLOCK_SIZE_N>{}};
    c_view.store_masked(ct::element_cast<bf16>(accumulator), pid_m, pid_n);
}

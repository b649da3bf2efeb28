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
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[(min(div(i, 128), e - 1)*k + l)*n + j])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The weights of the expert are found by a pointer offset from memory.
using bf16 = __nv_bfloat16;
__tile_global__ void fused_moe(const bf16* __restrict__ a, const bf16* __restrict__ b, bf16* __restrict__ c, int EM,
                               int N, int K, const int* __restrict__ expert_ids, int num_experts) {
    int pid_m = ct::bid().x, pid_n = ct::bid().y;
    long off_experts = ct::min(expert_ids[pid_m], num_experts - 1);
    const bf16* w = b + off_experts * K * N;
    ct::partition_view va{ct::tensor_span{a, ct::extents{EM, K}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{w, ct::extents{K, N}}, ct::shape<64, 128>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{EM, N}}, ct::shape<128, 128>{}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int k = 0; k < ct::ceildiv(K, 64); ++k)
        acc = ct::mma(va.load_masked(pid_m, k), vb.load_masked(k, pid_n), acc);
    vc.store_masked(ct::element_cast<bf16>(acc), pid_m, pid_n);
}

//@ by: Triton port
//@ base: gemm/bf16_nn
//@ small: m=128 n=136 k=200
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128) * cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ arg stride_am: i32 = %{k}
//@ arg stride_ak: i32 = 1
//@ arg stride_bk: i32 = %{n}
//@ arg stride_bn: i32 = 1
//@ arg stride_cm: i32 = %{n}
//@ arg stride_cn: i32 = 1
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[l*n + j])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The matmul tutorial as Triton has it: pointers without `__restrict__`.
using bf16 = __nv_bfloat16;
constexpr int BLOCK_SIZE_M = 128, BLOCK_SIZE_N = 128, BLOCK_SIZE_K = 64, GROUP_SIZE_M = 8;
template <int N>
using arange = ct::tile<int, ct::shape<N>>;

__tile_global__ void matmul_kernel(const bf16* a_ptr, const bf16* b_ptr,
                                   bf16* c_ptr, int M, int N, int K, int stride_am, int stride_ak,
                                   int stride_bk, int stride_bn, int stride_cm, int stride_cn) {
    int pid = ct::bid().x;
    int num_pid_m = ct::ceildiv(M, BLOCK_SIZE_M);
    int num_pid_n = ct::ceildiv(N, BLOCK_SIZE_N);
    int num_pid_in_group = GROUP_SIZE_M * num_pid_n;
    int group_id = pid / num_pid_in_group;
    int first_pid_m = group_id * GROUP_SIZE_M;
    int group_size_m = ct::min(num_pid_m - first_pid_m, GROUP_SIZE_M);
    int pid_m = first_pid_m + ((pid % num_pid_in_group) % group_size_m);
    int pid_n = (pid % num_pid_in_group) / group_size_m;

    auto offs_am = (pid_m * BLOCK_SIZE_M + ct::iota<arange<BLOCK_SIZE_M>>()) % M;
    auto offs_bn = (pid_n * BLOCK_SIZE_N + ct::iota<arange<BLOCK_SIZE_N>>()) % N;
    auto offs_k = ct::iota<arange<BLOCK_SIZE_K>>();
    auto k_row = ct::reshape(offs_k, ct::shape<1, BLOCK_SIZE_K>{});
    auto k_col = ct::reshape(offs_k, ct::shape<BLOCK_SIZE_K, 1>{});
    auto a_ptrs = a_ptr + (ct::reshape(offs_am, ct::shape<BLOCK_SIZE_M, 1>{}) * stride_am + k_row * stride_ak);
    auto b_ptrs = b_ptr + (k_col * stride_bk + ct::reshape(offs_bn, ct::shape<1, BLOCK_SIZE_N>{}) * stride_bn);

    auto accumulator = ct::zeros<ct::tile<float, ct::shape<BLOCK_SIZE_M, BLOCK_SIZE_N>>>();
    auto other = ct::full<ct::tile<bf16, ct::shape<>>>(bf16(0.0f));
    for (int k = 0; k < ct::ceildiv(K, BLOCK_SIZE_K); ++k) {
        auto a = ct::load_masked(a_ptrs, ct::broadcast(k_row < K - k * BLOCK_SIZE_K, ct::shape<BLOCK_SIZE_M, BLOCK_SIZE_K>{}), other);
        auto b = ct::load_masked(b_ptrs, ct::broadcast(k_col < K - k * BLOCK_SIZE_K, ct::shape<BLOCK_SIZE_K, BLOCK_SIZE_N>{}), other);
        accumulator = ct::mma(a, b, accumulator);
        a_ptrs = a_ptrs + BLOCK_SIZE_K * stride_ak;
        b_ptrs = b_ptrs + BLOCK_SIZE_K * stride_bk;
    }
    auto c = ct::element_cast<bf16>(accumulator);
    auto offs_cm = ct::reshape(pid_m * BLOCK_SIZE_M + ct::iota<arange<BLOCK_SIZE_M>>(), ct::shape<BLOCK_SIZE_M, 1>{});
    auto offs_cn = ct::reshape(pid_n * BLOCK_SIZE_N + ct::iota<arange<BLOCK_SIZE_N>>(), ct::shape<1, BLOCK_SIZE_N>{});
    ct::store_masked(c_ptr + (stride_cm * offs_cm + stride_cn * offs_cn), c, offs_cm < M && offs_cn < N);
}

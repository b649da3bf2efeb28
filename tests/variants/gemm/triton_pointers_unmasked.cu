//@ by: Triton port
//@ base: gemm/bf16_nn
//@ small: m=128 n=128 k=192
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[l*n + j])
//@ expect: wgmma, A cp.async kernel_tensor, B cp.async kernel_tensor
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Sizes that the tiles divide, so no masks; pointers are advanced.
using bf16 = __nv_bfloat16;
constexpr int BM = 128, BN = 128, BK = 64;

__tile_global__ void matmul_kernel(const bf16* __restrict__ A, const bf16* __restrict__ B, bf16* __restrict__ C, int M,
                                   int N, int K) {
    int pid_m = ct::bid().x, pid_n = ct::bid().y;
    auto rm = ct::reshape(pid_m * BM + ct::iota<ct::tile<int, ct::shape<BM>>>(), ct::shape<BM, 1>{});
    auto rn = ct::reshape(pid_n * BN + ct::iota<ct::tile<int, ct::shape<BN>>>(), ct::shape<1, BN>{});
    auto rk = ct::iota<ct::tile<int, ct::shape<BK>>>();
    auto a_ptrs = A + (rm * K + ct::reshape(rk, ct::shape<1, BK>{}));
    auto b_ptrs = B + (ct::reshape(rk, ct::shape<BK, 1>{}) * N + rn);
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
    for (int k = K; k > 0; k -= BK) {
        acc = ct::mma(ct::load(a_ptrs), ct::load(b_ptrs), acc);
        a_ptrs = a_ptrs + BK;
        b_ptrs = b_ptrs + BK * N;
    }
    ct::store(C + (rm * N + rn), ct::element_cast<bf16>(acc));
}

//@ by: Triton port
//@ base: gemm/bf16_nt
//@ small: m=128 n=136 k=200
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[j*k + l])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Pointers computed again in each step, with masks of both dimensions: `F.linear` weights, N x K.
using bf16 = __nv_bfloat16;
constexpr int BM = 128, BN = 128, BK = 64;

__tile_global__ void linear_kernel(const bf16* __restrict__ X, const bf16* __restrict__ W, bf16* __restrict__ Y, int M,
                                   int N, int K) {
    auto offs_m = ct::reshape(int(ct::bid().x) * BM + ct::iota<ct::tile<int, ct::shape<BM>>>(), ct::shape<BM, 1>{});
    auto offs_n = ct::reshape(int(ct::bid().y) * BN + ct::iota<ct::tile<int, ct::shape<BN>>>(), ct::shape<1, BN>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
    auto zero = ct::full<ct::tile<bf16, ct::shape<>>>(bf16(0.0f));
    for (int k0 = 0; k0 < K; k0 += BK) {
        auto ks = k0 + ct::iota<ct::tile<int, ct::shape<BK>>>();
        auto k_row = ct::reshape(ks, ct::shape<1, BK>{});
        auto k_col = ct::reshape(ks, ct::shape<BK, 1>{});
        auto x = ct::load_masked(X + (offs_m * K + k_row), offs_m < M && k_row < K, zero);
        auto w = ct::load_masked(W + (offs_n * K + k_col), offs_n < N && k_col < K, zero);
        acc = ct::mma(x, w, acc);
    }
    ct::store_masked(Y + (offs_m * N + offs_n), ct::element_cast<bf16>(acc), offs_m < M && offs_n < N);
}

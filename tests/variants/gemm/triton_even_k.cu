//@ by: Triton port
//@ base: gemm/bf16_nn
//@ small: m=128 n=136 k=192
//@ large: m=4096 n=4096 k=4096
//@ grid: cdiv(m, 128), cdiv(n, 128)
//@ arg a: bf16[%{m*k}] = random(1)
//@ arg b: bf16[%{k*n}] = random(2)
//@ arg c: out bf16[%{m*n}]
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result c[i:m, j:n] = sum(l, k, a[i*k + l] * b[l*n + j])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// EVEN_K: masks of rows and columns only, and 64-bit offsets.
using bf16 = __nv_bfloat16;
template <int BLOCK_M, int BLOCK_N, int BLOCK_K, bool EVEN_K>
__tile_global__ void kernel(const bf16* __restrict__ A, const bf16* __restrict__ B, bf16* __restrict__ C, int M, int N,
                            int K) {
    auto rm = ct::reshape(ct::element_cast<long>(int(ct::bid().x) * BLOCK_M + ct::iota<ct::tile<int, ct::shape<BLOCK_M>>>()), ct::shape<BLOCK_M, 1>{});
    auto rn = ct::reshape(ct::element_cast<long>(int(ct::bid().y) * BLOCK_N + ct::iota<ct::tile<int, ct::shape<BLOCK_N>>>()), ct::shape<1, BLOCK_N>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<BLOCK_M, BLOCK_N>>>();
    auto zero = ct::full<ct::tile<bf16, ct::shape<>>>(bf16(0.0f));
    for (int k = 0; k < ct::ceildiv(K, BLOCK_K); ++k) {
        auto rk = ct::element_cast<long>(k * BLOCK_K + ct::iota<ct::tile<int, ct::shape<BLOCK_K>>>());
        auto ka = ct::reshape(rk, ct::shape<1, BLOCK_K>{});
        auto kb = ct::reshape(rk, ct::shape<BLOCK_K, 1>{});
        if constexpr (EVEN_K) {
            auto a = ct::load_masked(A + (rm * K + ka), ct::broadcast(rm < M, ct::shape<BLOCK_M, BLOCK_K>{}), zero);
            auto b = ct::load_masked(B + (kb * N + rn), ct::broadcast(rn < N, ct::shape<BLOCK_K, BLOCK_N>{}), zero);
            acc = ct::mma(a, b, acc);
        } else {
            auto a = ct::load_masked(A + (rm * K + ka), rm < M && ka < K, zero);
            auto b = ct::load_masked(B + (kb * N + rn), kb < K && rn < N, zero);
            acc = ct::mma(a, b, acc);
        }
    }
    ct::store_masked(C + (rm * N + rn), ct::element_cast<bf16>(acc), rm < M && rn < N);
}
template __tile_global__ void kernel<128, 128, 64, true>(const bf16* __restrict__, const bf16* __restrict__,
                                                         bf16* __restrict__, int, int, int);

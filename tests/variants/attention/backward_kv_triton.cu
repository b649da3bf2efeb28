//@ by: Triton port
//@ base: attention/backward_kv
//@ small: h=1 n=64 d=64
//@ large: h=64 n=2048 d=64
//@ grid: cdiv(n, 64), h
//@ arg q: bf16[%{h*n*d}] = random(1)
//@ arg k: bf16[%{h*n*d}] = random(2)
//@ arg v: bf16[%{h*n*d}] = random(3)
//@ arg g: bf16[%{h*n*d}] = random(4)
//@ arg lse: f32[%{h*n}] = full(4)
//@ arg delta: f32[%{h*n}] = random(6)
//@ arg dk: out bf16[%{h*n*d}]
//@ arg dv: out bf16[%{h*n*d}]
//@ arg heads: i32 = %{h}
//@ arg length: i32 = %{n}
//@ arg scale: f32 = 0.125
//@ let p[t:h, i:n, j:n] = exp(scale * sum(l, d, q[(t*n + i)*d + l] * k[(t*n + j)*d + l]) - lse[t*n + i])
//@ let ds[t:h, i:n, j:n] = p[t, i, j] * (sum(l, d, g[(t*n + i)*d + l] * v[(t*n + j)*d + l]) - delta[t*n + i])
//@ result dv[t:h, j:n, e:d] = sum(i, n, p[t, i, j] * g[(t*n + i)*d + e])
//@ result dk[t:h, j:n, e:d] = scale * sum(i, n, ds[t, i, j] * q[(t*n + i)*d + e])
//@ within: 0.03
//@ extra: has two CTAs on an SM, where the base form has one
//@ ptxas: spills
//@ expect: wgmma, A TMA, B TMA; wgmma, A registers loaded_tile, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// _bwd_dkdv of the tutorial: pointers that are advanced, queries loaded transposed.
using bf16 = __nv_bfloat16;
__tile_global__ void _bwd_dkdv(const bf16* __restrict__ Q, const bf16* __restrict__ K, const bf16* __restrict__ V,
                               const bf16* __restrict__ DO, const float* __restrict__ M, const float* __restrict__ Delta,
                               bf16* __restrict__ DK, bf16* __restrict__ DV, int H, int N_CTX, float sm_scale) {
    constexpr int HEAD_DIM = 64, BLOCK_M1 = 64, BLOCK_N1 = 64;
    int start_n = int(ct::bid().x) * BLOCK_N1, adj = int(ct::bid().y) * N_CTX;
    Q = Q + adj * HEAD_DIM; K = K + adj * HEAD_DIM; V = V + adj * HEAD_DIM; DO = DO + adj * HEAD_DIM;
    DK = DK + adj * HEAD_DIM; DV = DV + adj * HEAD_DIM; M = M + adj; Delta = Delta + adj;
    auto offs = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto row = ct::reshape(offs, ct::shape<64, 1>{});
    auto column = ct::reshape(offs, ct::shape<1, 64>{});
    auto k = ct::load(K + ((start_n + row) * HEAD_DIM + column));
    auto v = ct::load(V + ((start_n + row) * HEAD_DIM + column));
    auto qT_ptrs = Q + (column * HEAD_DIM + row);
    auto do_ptrs = DO + (row * HEAD_DIM + column);
    auto dk = ct::zeros<ct::tile<float, ct::shape<BLOCK_N1, HEAD_DIM>>>();
    auto dv = ct::zeros<ct::tile<float, ct::shape<BLOCK_N1, HEAD_DIM>>>();
    auto none = ct::zeros<ct::tile<float, ct::shape<BLOCK_N1, BLOCK_M1>>>();
    int curr_m = 0;
    for (int blk_idx = 0; blk_idx < N_CTX / BLOCK_M1; ++blk_idx) {
        auto qT = ct::load(qT_ptrs);
        auto m = ct::load(M + (curr_m + column));
        auto qkT = ct::mma(k, qT, none) * sm_scale;
        auto pT = ct::exp(qkT - m);
        auto dO = ct::load(do_ptrs);
        dv = ct::mma(ct::element_cast<bf16>(pT), dO, dv);
        auto Di = ct::load(Delta + (curr_m + column));
        auto dpT = ct::mma(v, ct::transpose(dO), none);
        auto dsT = ct::element_cast<bf16>(pT * (dpT - Di));
        dk = ct::mma(dsT, ct::transpose(qT), dk);
        curr_m += BLOCK_M1;
        qT_ptrs = qT_ptrs + BLOCK_M1 * HEAD_DIM;
        do_ptrs = do_ptrs + BLOCK_M1 * HEAD_DIM;
    }
    ct::store(DV + ((start_n + row) * HEAD_DIM + column), ct::element_cast<bf16>(dv));
    ct::store(DK + ((start_n + row) * HEAD_DIM + column), ct::element_cast<bf16>(dk * sm_scale));
}

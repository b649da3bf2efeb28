//@ by: Triton port
//@ base: attention/forward_causal
//@ small: h=2 n=128 d=64
//@ large: h=64 n=4096 d=64
//@ grid: cdiv(n, 128), h
//@ arg q: bf16[%{h*n*d}] = random(1)
//@ arg k: bf16[%{h*n*d}] = random(2)
//@ arg v: bf16[%{h*n*d}] = random(3)
//@ arg o: out bf16[%{h*n*d}]
//@ arg heads: i32 = %{h}
//@ arg length: i32 = %{n}
//@ arg scale: f32 = 0.125
//@ let s[g:h, i:n, j:n] = scale * sum(l, d, q[(g*n + i)*d + l] * k[(g*n + j)*d + l])
//@ let p[h:h, i:n, j:n] = where(j <= i, exp(s[h, i, j]), 0)
//@ result o[g:h, i:n, e:d] = sum(j, n, p[g, i, j] * v[(g*n + j)*d + e]) / sum(j, n, p[g, i, j])
//@ expect: wgmma, A TMA, B TMA; wgmma, A registers loaded_tile, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The first version of the tutorial: pointers of blocks, masks, exp2 with the scale folded in.
using bf16 = __nv_bfloat16;
constexpr int BLOCK_M = 128, BLOCK_N = 64, BLOCK_DMODEL = 64;

__tile_global__ void _fwd_kernel(const bf16* __restrict__ Q, const bf16* __restrict__ K, const bf16* __restrict__ V,
                                 bf16* __restrict__ Out, int H, int N_CTX, float sm_scale) {
    int start_m = ct::bid().x, off_hz = ct::bid().y;
    auto offs_m = start_m * BLOCK_M + ct::iota<ct::tile<int, ct::shape<BLOCK_M>>>();
    auto offs_n = ct::iota<ct::tile<int, ct::shape<BLOCK_N>>>();
    auto offs_d = ct::iota<ct::tile<int, ct::shape<BLOCK_DMODEL>>>();
    auto d_row = ct::reshape(offs_d, ct::shape<1, BLOCK_DMODEL>{});
    int qvk_offset = off_hz * N_CTX * BLOCK_DMODEL;
    auto m_col = ct::reshape(offs_m, ct::shape<BLOCK_M, 1>{});
    auto q_ptrs = Q + (qvk_offset + m_col * BLOCK_DMODEL + d_row);
    auto k_ptrs = K + (qvk_offset + ct::reshape(offs_n, ct::shape<1, BLOCK_N>{}) * BLOCK_DMODEL +
                       ct::reshape(offs_d, ct::shape<BLOCK_DMODEL, 1>{}));
    auto v_ptrs = V + (qvk_offset + ct::reshape(offs_n, ct::shape<BLOCK_N, 1>{}) * BLOCK_DMODEL + d_row);
    auto m_i = ct::full<ct::tile<float, ct::shape<BLOCK_M, 1>>>(-1e30f);
    auto l_i = ct::zeros<ct::tile<float, ct::shape<BLOCK_M, 1>>>();
    auto acc = ct::zeros<ct::tile<float, ct::shape<BLOCK_M, BLOCK_DMODEL>>>();
    float qk_scale = sm_scale * 1.44269504f;
    auto q = ct::load(q_ptrs);
    auto minus = ct::full<ct::tile<float, ct::shape<BLOCK_M, BLOCK_N>>>(-1e30f);
    for (int start_n = 0; start_n < (start_m + 1) * BLOCK_M; start_n += BLOCK_N) {
        auto k = ct::load(k_ptrs + start_n * BLOCK_DMODEL);
        auto qk = ct::mma(q, k, ct::zeros<ct::tile<float, ct::shape<BLOCK_M, BLOCK_N>>>());
        qk = qk * qk_scale;
        qk = ct::select(m_col >= start_n + ct::reshape(offs_n, ct::shape<1, BLOCK_N>{}), qk, minus);
        auto m_ij = ct::max(m_i, ct::reduce_max<1>(qk));
        auto p = ct::exp2(qk - m_ij);
        auto alpha = ct::exp2(m_i - m_ij);
        acc = acc * alpha;
        auto v = ct::load(v_ptrs + start_n * BLOCK_DMODEL);
        acc = ct::mma(ct::element_cast<bf16>(p), v, acc);
        l_i = l_i * alpha + ct::sum<1>(p);
        m_i = m_ij;
    }
    ct::store(Out + (qvk_offset + m_col * BLOCK_DMODEL + d_row), ct::element_cast<bf16>(acc / l_i));
}

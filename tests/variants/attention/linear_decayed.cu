//@ by: flash-linear-attention
//@ base: attention/linear
//@ small: h=1 n=128 d=64
//@ large: h=256 n=4096 d=64
//@ grid: h
//@ arg q: bf16[%{h*n*d}] = random(1)
//@ arg k: bf16[%{h*n*d}] = random(2)
//@ arg v: bf16[%{h*n*d}] = random(3)
//@ arg o: out bf16[%{h*n*d}]
//@ arg heads: i32 = %{h}
//@ arg length: i32 = %{n}
//@ arg scale: f32 = 0.125
//@ arg decay: f32 = 0.5
//@ result o[g:h, i:n, e:d] = scale * sum(j, i + 1, exp((div(j, 64) - div(i, 64)) * 0.69314718) * sum(l, d, q[(g*n + i)*d + l] * k[(g*n + j)*d + l]) * v[(g*n + j)*d + e])
//@ within: 0.03
//@ expect: transposed wgmma, A TMA, B registers loaded_tile; wgmma, A TMA, B TMA; wgmma, A registers loaded_tile, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The state is decayed from chunk to chunk; block pointers become views of one head.
using bf16 = __nv_bfloat16;
constexpr int BT = 64, BK = 64, BV = 64;
__tile_global__ void chunk_fwd(const bf16* __restrict__ q, const bf16* __restrict__ k, const bf16* __restrict__ v,
                               bf16* __restrict__ o, int H, int T, float scale, float decay) {
    int i_h = ct::bid().x;
    const bf16* p_q = q + i_h * T * BK;
    const bf16* p_k = k + i_h * T * BK;
    const bf16* p_v = v + i_h * T * BV;
    bf16* p_o = o + i_h * T * BV;
    auto o_i = ct::iota<ct::tile<int, ct::shape<BT>>>();
    auto m_s = ct::reshape(o_i, ct::shape<BT, 1>{}) >= ct::reshape(o_i, ct::shape<1, BT>{});
    auto b_h = ct::zeros<ct::tile<float, ct::shape<BK, BV>>>();
    for (int i_t = 0; i_t < ct::ceildiv(T, BT); ++i_t) {
        auto b_q = ct::partition_view{ct::tensor_span{p_q, ct::extents{T, BK}}, ct::shape<BT, BK>{}}.load_masked(i_t, 0);
        auto b_k = ct::partition_view{ct::tensor_span{p_k, ct::extents{T, BK}}, ct::shape<BT, BK>{}}.load_masked(i_t, 0);
        auto b_v = ct::partition_view{ct::tensor_span{p_v, ct::extents{T, BV}}, ct::shape<BT, BV>{}}.load_masked(i_t, 0);
        b_h = b_h * decay;
        auto b_o = ct::mma(b_q, ct::element_cast<bf16>(b_h), ct::zeros<ct::tile<float, ct::shape<BT, BV>>>());
        auto b_s = ct::mma(b_q, ct::transpose(b_k), ct::zeros<ct::tile<float, ct::shape<BT, BT>>>());
        b_s = ct::select(m_s, b_s, ct::zeros<ct::tile<float, ct::shape<BT, BT>>>());
        b_o = ct::mma(ct::element_cast<bf16>(b_s), b_v, b_o);
        b_h = ct::mma(ct::transpose(b_k), b_v, b_h);
        ct::partition_view{ct::tensor_span{p_o, ct::extents{T, BV}}, ct::shape<BT, BV>{}}.store_masked(ct::element_cast<bf16>(b_o * scale), i_t, 0);
    }
}

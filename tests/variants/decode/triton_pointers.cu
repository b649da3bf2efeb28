//@ by: Triton port
//@ base: decode/decode
//@ small: b=2 h=2 g=16 n=136 d=64
//@ large: b=64 h=8 g=16 n=4096 d=64
//@ grid: b, h
//@ arg q: bf16[%{b*h*g*d}] = random(1)
//@ arg k: bf16[%{b*h*n*d}] = random(2)
//@ arg v: bf16[%{b*h*n*d}] = random(3)
//@ arg o: out bf16[%{b*h*g*d}]
//@ arg heads: i32 = %{h}
//@ arg length: i32 = %{n}
//@ arg scale: f32 = 0.125
//@ let p[t:b*h, i:g, j:n] = exp(scale * sum(l, d, q[(t*g + i)*d + l] * k[(t*n + j)*d + l]))
//@ result o[t:b*h, i:g, e:d] = sum(j, n, p[t, i, j] * v[(t*n + j)*d + e]) / sum(j, n, p[t, i, j])
//@ expect: wgmma, A TMA, B TMA; wgmma, A registers loaded_tile, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Keys loaded transposed through pointers, masks by the length.
using bf16 = __nv_bfloat16;
constexpr int BLOCK_H = 16, BLOCK_N = 64, BLOCK_DMODEL = 64;
__tile_global__ void _fwd_grouped_kernel_stage1(const bf16* __restrict__ Q, const bf16* __restrict__ K_Buffer,
                                                const bf16* __restrict__ V_Buffer, bf16* __restrict__ Out, int kv_heads,
                                                int seq_len, float sm_scale) {
    int cur_batch = ct::bid().x, cur_kv_head = ct::bid().y;
    int group = cur_batch * kv_heads + cur_kv_head;
    auto offs_h = ct::reshape(ct::iota<ct::tile<int, ct::shape<BLOCK_H>>>(), ct::shape<BLOCK_H, 1>{});
    auto offs_d = ct::iota<ct::tile<int, ct::shape<BLOCK_DMODEL>>>();
    auto d_row = ct::reshape(offs_d, ct::shape<1, BLOCK_DMODEL>{});
    auto d_col = ct::reshape(offs_d, ct::shape<BLOCK_DMODEL, 1>{});
    auto q = ct::load(Q + (group * BLOCK_H * BLOCK_DMODEL + offs_h * BLOCK_DMODEL + d_row));
    auto e_max = ct::full<ct::tile<float, ct::shape<BLOCK_H, 1>>>(-1e30f);
    auto e_sum = ct::zeros<ct::tile<float, ct::shape<BLOCK_H, 1>>>();
    auto acc = ct::zeros<ct::tile<float, ct::shape<BLOCK_H, BLOCK_DMODEL>>>();
    auto zero = ct::full<ct::tile<bf16, ct::shape<>>>(bf16(0.0f));
    for (int start_n = 0; start_n < seq_len; start_n += BLOCK_N) {
        auto offs_n = start_n + ct::iota<ct::tile<int, ct::shape<BLOCK_N>>>();
        auto n_row = ct::reshape(offs_n, ct::shape<1, BLOCK_N>{});
        auto n_col = ct::reshape(offs_n, ct::shape<BLOCK_N, 1>{});
        auto k = ct::load_masked(K_Buffer + (group * seq_len * BLOCK_DMODEL + n_row * BLOCK_DMODEL + d_col),
                                 ct::broadcast(n_row < seq_len, ct::shape<BLOCK_DMODEL, BLOCK_N>{}), zero);
        auto qk = ct::mma(q, k, ct::zeros<ct::tile<float, ct::shape<BLOCK_H, BLOCK_N>>>()) * sm_scale;
        qk = ct::select(n_row < seq_len, qk, ct::full<ct::tile<float, ct::shape<BLOCK_H, BLOCK_N>>>(-1e30f));
        auto v = ct::load_masked(V_Buffer + (group * seq_len * BLOCK_DMODEL + n_col * BLOCK_DMODEL + d_row),
                                 ct::broadcast(n_col < seq_len, ct::shape<BLOCK_N, BLOCK_DMODEL>{}), zero);
        auto n_e_max = ct::max(ct::reduce_max<1>(qk), e_max);
        auto re_scale = ct::exp(e_max - n_e_max);
        auto p = ct::exp(qk - n_e_max);
        acc = acc * re_scale;
        acc = ct::mma(ct::element_cast<bf16>(p), v, acc);
        e_sum = e_sum * re_scale + ct::sum<1>(p);
        e_max = n_e_max;
    }
    ct::store(Out + (group * BLOCK_H * BLOCK_DMODEL + offs_h * BLOCK_DMODEL + d_row), ct::element_cast<bf16>(acc / e_sum));
}

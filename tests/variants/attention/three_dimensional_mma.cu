//@ by: cuTile Python port
//@ base: attention/forward
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
//@ let p[h:h, i:n, j:n] = exp(s[h, i, j])
//@ result o[g:h, i:n, e:d] = sum(j, n, p[g, i, j] * v[(g*n + j)*d + e]) / sum(j, n, p[g, i, j])
//@ expect: wgmma, A TMA, B TMA; wgmma, A registers loaded_tile, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

// The FMHA sample: tiles keep the dimension of the head, products of rank 3.
using bf16 = __nv_bfloat16;
__tile_global__ void fmha(const bf16* __restrict__ Q, const bf16* __restrict__ K, const bf16* __restrict__ V,
                          bf16* __restrict__ Out, int H, int S, float qk_scale) {
    constexpr int TILE_D = 64, TILE_M = 128, TILE_N = 64;
    ct::partition_view q_view{ct::tensor_span{Q, ct::extents{H, S, TILE_D}}, ct::shape<1, TILE_M, TILE_D>{}};
    ct::partition_view k_view{ct::tensor_span{K, ct::extents{H, S, TILE_D}}, ct::shape<1, TILE_N, TILE_D>{}};
    ct::partition_view o_view{ct::tensor_span{Out, ct::extents{H, S, TILE_D}}, ct::shape<1, TILE_M, TILE_D>{}};
    ct::partition_view v_view{ct::tensor_span{V, ct::extents{H, S, TILE_D}}, ct::shape<1, TILE_N, TILE_D>{}};
    int bid_x = ct::bid().x, head = ct::bid().y;
    auto q = q_view.load_masked(head, bid_x, 0);
    auto m_i = ct::full<ct::tile<float, ct::shape<1, TILE_M, 1>>>(-1e30f);
    auto l_i = ct::zeros<ct::tile<float, ct::shape<1, TILE_M, 1>>>();
    auto acc = ct::zeros<ct::tile<float, ct::shape<1, TILE_M, TILE_D>>>();
    auto offs_n = ct::reshape(ct::iota<ct::tile<int, ct::shape<TILE_N>>>(), ct::shape<1, 1, TILE_N>{});
    for (int j = 0; j < ct::ceildiv(S, TILE_N); ++j) {
        auto k = ct::permute(k_view.load_masked(head, j, 0), ct::dimension_map{0_ic, 2_ic, 1_ic});
        auto qk = ct::mma(q, k, ct::zeros<ct::tile<float, ct::shape<1, TILE_M, TILE_N>>>()) * qk_scale;
        qk = ct::select(j * TILE_N + offs_n < S, qk, ct::full<ct::tile<float, ct::shape<1, TILE_M, TILE_N>>>(-1e30f));
        auto m_ij = ct::max(m_i, ct::reduce_max<2>(qk));
        auto p = ct::exp(qk - m_ij);
        auto alpha = ct::exp(m_i - m_ij);
        l_i = l_i * alpha + ct::sum<2>(p);
        acc = acc * alpha;
        auto v = v_view.load_masked(head, j, 0);
        acc = ct::mma(ct::element_cast<bf16>(p), v, acc);
        m_i = m_ij;
    }
    o_view.store_masked(ct::element_cast<bf16>(acc / l_i), head, bid_x, 0);
}

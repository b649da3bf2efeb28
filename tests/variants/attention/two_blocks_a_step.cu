//@ by: llama.cpp
//@ base: attention/forward
//@ small: h=1 n=256 d=64
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

// Two blocks of keys in an iteration share one update of the maximum.
using nv_bf16 = __nv_bfloat16;
__tile_global__ void flash_attn(const nv_bf16* __restrict__ Q, const nv_bf16* __restrict__ K,
                                const nv_bf16* __restrict__ V, nv_bf16* __restrict__ dst, int ne02, int ne11, float scale) {
    constexpr int D = 64, ncols = 128, FATTN_KQ_STRIDE = 64;
    ct::partition_view vq{ct::tensor_span{Q, ct::extents{ne02, ne11, D}}, ct::shape<1, ncols, D>{}};
    ct::partition_view vk{ct::tensor_span{K, ct::extents{ne02, ne11, D}}, ct::shape<1, FATTN_KQ_STRIDE, D>{}};
    ct::partition_view vv{ct::tensor_span{V, ct::extents{ne02, ne11, D}}, ct::shape<1, FATTN_KQ_STRIDE, D>{}};
    ct::partition_view vo{ct::tensor_span{dst, ct::extents{ne02, ne11, D}}, ct::shape<1, ncols, D>{}};
    const int ic0 = ct::bid().x, head = ct::bid().y;
    using KQ_t = ct::tile<float, ct::shape<ncols, FATTN_KQ_STRIDE>>;
    const auto q = ct::reshape(vq.load(head, ic0, 0), ct::shape<ncols, D>{});
    auto VKQ = ct::zeros<ct::tile<float, ct::shape<ncols, D>>>();
    auto KQ_max = ct::full<ct::tile<float, ct::shape<ncols, 1>>>(-1e30f);
    auto KQ_sum = ct::zeros<ct::tile<float, ct::shape<ncols, 1>>>();
    for (int k_VKQ_0 = 0; k_VKQ_0 < ne11 / FATTN_KQ_STRIDE; k_VKQ_0 += 2) {
        auto k0 = ct::reshape(vk.load(head, k_VKQ_0, 0), ct::shape<FATTN_KQ_STRIDE, D>{});
        auto k1 = ct::reshape(vk.load(head, k_VKQ_0 + 1, 0), ct::shape<FATTN_KQ_STRIDE, D>{});
        auto s0 = ct::mma(q, ct::transpose(k0), ct::zeros<KQ_t>()) * scale;
        auto s1 = ct::mma(q, ct::transpose(k1), ct::zeros<KQ_t>()) * scale;
        auto next = ct::max(KQ_max, ct::max(ct::reduce_max<1>(s0), ct::reduce_max<1>(s1)));
        auto KQ_max_scale = ct::exp(KQ_max - next);
        auto p0 = ct::exp(s0 - next), p1 = ct::exp(s1 - next);
        KQ_max = next;
        KQ_sum = KQ_sum * KQ_max_scale + ct::sum<1>(p0) + ct::sum<1>(p1);
        VKQ = VKQ * KQ_max_scale;
        auto v0 = ct::reshape(vv.load(head, k_VKQ_0, 0), ct::shape<FATTN_KQ_STRIDE, D>{});
        auto v1 = ct::reshape(vv.load(head, k_VKQ_0 + 1, 0), ct::shape<FATTN_KQ_STRIDE, D>{});
        VKQ = ct::mma(ct::element_cast<nv_bf16>(p0), v0, VKQ);
        VKQ = ct::mma(ct::element_cast<nv_bf16>(p1), v1, VKQ);
    }
    vo.store(ct::reshape(ct::element_cast<nv_bf16>(VKQ / KQ_sum), ct::shape<1, ncols, D>{}), head, ic0, 0);
}

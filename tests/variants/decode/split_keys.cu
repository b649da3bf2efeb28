//@ by: FlashInfer-like
//@ base: decode/decode
//@ small: b=1 h=2 g=16 n=256 d=64
//@ large: b=64 h=8 g=16 n=4096 d=64
//@ grid: b, h, 2
//@ arg q: bf16[%{b*h*g*d}] = random(1)
//@ arg k: bf16[%{b*h*n*d}] = random(2)
//@ arg v: bf16[%{b*h*n*d}] = random(3)
//@ arg o: out f32[%{b*h*2*g*d}]
//@ arg heads: i32 = %{h}
//@ arg length: i32 = %{n}
//@ arg scale: f32 = 0.125
//@ arg lse: out f32[%{b*h*2*g}]
//@ let p[t:b*h, i:g, j:n] = exp(scale * sum(l, d, q[(t*g + i)*d + l] * k[(t*n + j)*d + l]))
//@ let z[t:b*h, c:2, i:g] = sum(j, n/2, p[t, i, c*(n/2) + j])
//@ result o[t:b*h, c:2, i:g, e:d] = sum(j, n/2, p[t, i, c*(n/2) + j] * v[(t*n + c*(n/2) + j)*d + e]) / z[t, c, i]
//@ result lse[t:b*h, c:2, i:g] = log(z[t, c, i])
//@ within: 0.01
//@ expect: wgmma, A TMA, B TMA; wgmma, A registers loaded_tile, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Halves of the keys in blocks of their own; partial results and their log-sum-exp.
using bf16 = __nv_bfloat16;
__tile_global__ void decode_split(const bf16* __restrict__ q, const bf16* __restrict__ k, const bf16* __restrict__ v,
                                  float* __restrict__ partial, int heads, int length, float scale,
                                  float* __restrict__ lse) {
    constexpr int G = 16, BN = 64, D = 64;
    int index = ct::bid().x * heads + ct::bid().y, all = ct::num_blocks().x * heads;
    int part = ct::bid().z, parts = ct::num_blocks().z;
    ct::partition_view vq{ct::tensor_span{q, ct::extents{all, G, D}}, ct::shape<1, G, D>{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{all, length, D}}, ct::shape<1, BN, D>{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{all, length, D}}, ct::shape<1, BN, D>{}};
    ct::partition_view vo{ct::tensor_span{partial, ct::extents{all, parts, G, D}}, ct::shape<1, 1, G, D>{}};
    ct::partition_view vl{ct::tensor_span{lse, ct::extents{all, parts, G, 1}}, ct::shape<1, 1, G, 1>{}};
    auto query = ct::reshape(vq.load(index, 0, 0), ct::shape<G, D>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<G, D>>>();
    auto sum = ct::zeros<ct::tile<float, ct::shape<G, 1>>>();
    auto max = ct::full<ct::tile<float, ct::shape<G, 1>>>(-1e30f);
    int share = length / BN / parts;
    for (int step = part * share; step < (part + 1) * share; ++step) {
        auto key = ct::transpose(ct::reshape(vk.load(index, step, 0), ct::shape<BN, D>{}));
        auto s = ct::mma(query, key, ct::zeros<ct::tile<float, ct::shape<G, BN>>>()) * scale;
        auto next = ct::max(max, ct::reduce_max<1>(s));
        auto p = ct::exp(s - next);
        auto alpha = ct::exp(max - next);
        sum = sum * alpha + ct::sum<1>(p);
        max = next;
        acc = ct::mma(ct::element_cast<bf16>(p), ct::reshape(vv.load(index, step, 0), ct::shape<BN, D>{}), acc * alpha);
    }
    vo.store(ct::reshape(acc / sum, ct::shape<1, 1, G, D>{}), index, part, 0, 0);
    vl.store(ct::reshape(max + ct::log(sum), ct::shape<1, 1, G, 1>{}), index, part, 0, 0);
}

//@ by: TensorRT-LLM-like
//@ base: decode/decode
//@ small: b=2 h=2 g=16 n=136 d=64
//@ large: b=64 h=8 g=16 n=4096 d=64
//@ grid: b, h
//@ arg q: bf16[%{b*h*g*d}] = random(1)
//@ arg k: i8[%{b*h*n*d}] = random(2)
//@ arg v: i8[%{b*h*n*d}] = random(3)
//@ arg o: out bf16[%{b*h*g*d}]
//@ arg heads: i32 = %{h}
//@ arg length: i32 = %{n}
//@ arg scale: f32 = 0.125
//@ arg k_scale: f32 = 0.02
//@ arg v_scale: f32 = 0.02
//@ let p[t:b*h, i:g, j:n] = exp(scale * 0.02 * sum(l, d, q[(t*g + i)*d + l] * k[(t*n + j)*d + l]))
//@ result o[t:b*h, i:g, e:d] = 0.02 * sum(j, n, p[t, i, j] * v[(t*n + j)*d + e]) / sum(j, n, p[t, i, j])
//@ within: 0.02
//@ expect: wgmma, A TMA, B TMA computed to shared memory; wgmma, A registers loaded_tile, B TMA computed to shared memory

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// An int8 cache, widened to bf16 between load and product.
using bf16 = __nv_bfloat16;
__tile_global__ void decode(const bf16* __restrict__ q, const signed char* __restrict__ k,
                            const signed char* __restrict__ v, bf16* __restrict__ o, int heads, int length, float scale,
                            float k_scale, float v_scale) {
    constexpr int G = 16, BN = 64, D = 64;
    int index = ct::bid().x * heads + ct::bid().y, all = ct::num_blocks().x * heads;
    ct::partition_view vq{ct::tensor_span{q, ct::extents{all, G, D}}, ct::shape<1, G, D>{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{all, length, D}}, ct::shape<1, BN, D>{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{all, length, D}}, ct::shape<1, BN, D>{}};
    ct::partition_view vo{ct::tensor_span{o, ct::extents{all, G, D}}, ct::shape<1, G, D>{}};
    auto query = ct::reshape(vq.load(index, 0, 0), ct::shape<G, D>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<G, D>>>();
    auto sum = ct::zeros<ct::tile<float, ct::shape<G, 1>>>();
    auto max = ct::full<ct::tile<float, ct::shape<G, 1>>>(-1e30f);
    auto lane = ct::reshape(ct::iota<ct::tile<int, ct::shape<BN>>>(), ct::shape<1, BN>{});
    for (int step : ct::irange(0, ct::ceildiv(length, BN))) {
        auto key = ct::element_cast<bf16>(ct::element_cast<float>(ct::reshape(vk.load_masked(index, step, 0), ct::shape<BN, D>{})));
        auto s = ct::mma(query, ct::transpose(key), ct::zeros<ct::tile<float, ct::shape<G, BN>>>()) * (scale * k_scale);
        s = ct::select(step * BN + lane < length, s, ct::full<ct::tile<float, ct::shape<G, BN>>>(-1e30f));
        auto next = ct::max(max, ct::reduce_max<1>(s));
        auto p = ct::exp(s - next);
        auto alpha = ct::exp(max - next);
        sum = sum * alpha + ct::sum<1>(p);
        max = next;
        auto value = ct::element_cast<bf16>(ct::element_cast<float>(ct::reshape(vv.load_masked(index, step, 0), ct::shape<BN, D>{})));
        acc = ct::mma(ct::element_cast<bf16>(p), value, acc * alpha);
    }
    vo.store(ct::reshape(ct::element_cast<bf16>(acc / sum * v_scale), ct::shape<1, G, D>{}), index, 0, 0);
}

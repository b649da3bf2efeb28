//@ by: llama.cpp
//@ base: decode/decode
//@ small: b=1 h=2 g=16 n=72 d=64
//@ large: b=64 h=8 g=16 n=4096 d=64
//@ grid: b, h*16
//@ arg q: bf16[%{b*h*g*d}] = random(1)
//@ arg k: bf16[%{b*h*n*d}] = random(2)
//@ arg v: bf16[%{b*h*n*d}] = random(3)
//@ arg o: out bf16[%{b*h*g*d}]
//@ arg heads: i32 = %{h}
//@ arg length: i32 = %{n}
//@ arg scale: f32 = 0.125
//@ let p[t:b*h, i:g, j:n] = exp(scale * sum(l, d, q[(t*g + i)*d + l] * k[(t*n + j)*d + l]))
//@ result o[t:b*h, i:g, e:d] = sum(j, n, p[t, i, j] * v[(t*n + j)*d + e]) / sum(j, n, p[t, i, j])
//@ extra: reads keys and values for each of 16 heads
//@ expect: no MMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// No products of matrices: one head a block, keys times the query summed by threads.
using nv_bf16 = __nv_bfloat16;
__tile_global__ void vec_attention(const nv_bf16* __restrict__ Q, const nv_bf16* __restrict__ K,
                                   const nv_bf16* __restrict__ V, nv_bf16* __restrict__ dst, int ne02, int ne11,
                                   float scale) {
    constexpr int D = 64, ROWS = 64, GQA = 16;
    const int head = ct::bid().x * ne02 * GQA + ct::bid().y, kv = head / GQA;
    const int all = ct::num_blocks().x * ne02;
    ct::partition_view vq{ct::tensor_span{Q, ct::extents{all * GQA, D}}, ct::shape<1, D>{}};
    ct::partition_view vk{ct::tensor_span{K, ct::extents{all, ne11, D}}, ct::shape<1, ROWS, D>{}};
    ct::partition_view vv{ct::tensor_span{V, ct::extents{all, ne11, D}}, ct::shape<1, ROWS, D>{}};
    ct::partition_view vo{ct::tensor_span{dst, ct::extents{all * GQA, D}}, ct::shape<1, D>{}};
    const auto q = ct::element_cast<float>(vq.load(head, 0)) * scale;
    auto acc = ct::zeros<ct::tile<float, ct::shape<1, D>>>();
    auto sum = ct::zeros<ct::tile<float, ct::shape<1, 1>>>();
    auto max = ct::full<ct::tile<float, ct::shape<1, 1>>>(-1e30f);
    auto lane = ct::reshape(ct::iota<ct::tile<int, ct::shape<ROWS>>>(), ct::shape<ROWS, 1>{});
    for (int step = 0; step < ct::ceildiv(ne11, ROWS); ++step) {
        auto k = ct::element_cast<float>(ct::reshape(vk.load_masked(kv, step, 0), ct::shape<ROWS, D>{}));
        auto s = ct::sum<1>(k * q);
        s = ct::select(step * ROWS + lane < ne11, s, ct::full<ct::tile<float, ct::shape<ROWS, 1>>>(-1e30f));
        auto next = ct::max(max, ct::reduce_max<0>(s));
        auto p = ct::exp(s - next);
        auto alpha = ct::exp(max - next);
        sum = sum * alpha + ct::sum<0>(p);
        max = next;
        auto v = ct::element_cast<float>(ct::reshape(vv.load_masked(kv, step, 0), ct::shape<ROWS, D>{}));
        acc = acc * alpha + ct::sum<0>(p * v);
    }
    vo.store(ct::element_cast<nv_bf16>(acc / sum), head, 0);
}

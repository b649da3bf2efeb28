//@ by: vLLM
//@ base: decode/decode
//@ small: b=2 h=2 g=16 n=128 d=64
//@ large: b=64 h=8 g=16 n=4096 d=64
//@ grid: b, h
//@ arg q: bf16[%{b*h*g*d}] = random(1)
//@ arg k: bf16[%{b*h*n*d}] = random(2)
//@ arg v: bf16[%{b*h*n*d}] = random(3)
//@ arg o: out bf16[%{b*h*g*d}]
//@ arg heads: i32 = %{h}
//@ arg length: i32 = %{n}
//@ arg scale: f32 = 0.125
//@ arg table: i32[%{b*n/64}] = iota
//@ let p[t:b*h, i:g, j:n] = exp(scale * sum(l, d, q[(t*g + i)*d + l] * k[(((div(t,h)*n + j)*h + t%h))*d + l]))
//@ result o[t:b*h, i:g, e:d] = sum(j, n, p[t, i, j] * v[((div(t,h)*n + j)*h + t%h)*d + e]) / sum(j, n, p[t, i, j])
//@ expect: wgmma, A TMA, B TMA; wgmma, A registers loaded_tile, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

// The cache is pages of 64 tokens x heads x D; a table has the pages of a sequence.
using bf16 = __nv_bfloat16;
__tile_global__ void paged_attention(const bf16* __restrict__ q, const bf16* __restrict__ k_cache,
                                     const bf16* __restrict__ v_cache, bf16* __restrict__ out, int num_kv_heads,
                                     int seq_len, float scale, const int* __restrict__ block_tables) {
    constexpr int D = 64, G = 16, PAGE = 64;
    int seq = ct::bid().x, kv_head = ct::bid().y, all = ct::num_blocks().x * num_kv_heads;
    int pages = seq_len / PAGE, all_pages = pages * ct::num_blocks().x;
    ct::partition_view vq{ct::tensor_span{q, ct::extents{all, G, D}}, ct::shape<1, G, D>{}};
    ct::partition_view vk{ct::tensor_span{k_cache, ct::extents{all_pages, 64_ic, num_kv_heads, 64_ic}}, ct::shape<1, PAGE, 1, D>{}};
    ct::partition_view vv{ct::tensor_span{v_cache, ct::extents{all_pages, 64_ic, num_kv_heads, 64_ic}}, ct::shape<1, PAGE, 1, D>{}};
    ct::partition_view vo{ct::tensor_span{out, ct::extents{all, G, D}}, ct::shape<1, G, D>{}};
    int row = seq * num_kv_heads + kv_head;
    auto query = ct::reshape(vq.load(row, 0, 0), ct::shape<G, D>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<G, D>>>();
    auto sum = ct::zeros<ct::tile<float, ct::shape<G, 1>>>();
    auto max = ct::full<ct::tile<float, ct::shape<G, 1>>>(-1e30f);
    for (int page = 0; page < pages; ++page) {
        int physical = block_tables[seq * pages + page];
        auto key = ct::reshape(vk.load(physical, 0, kv_head, 0), ct::shape<PAGE, D>{});
        auto s = ct::mma(query, ct::transpose(key), ct::zeros<ct::tile<float, ct::shape<G, PAGE>>>()) * scale;
        auto next = ct::max(max, ct::reduce_max<1>(s));
        auto p = ct::exp(s - next);
        auto alpha = ct::exp(max - next);
        sum = sum * alpha + ct::sum<1>(p);
        max = next;
        auto value = ct::reshape(vv.load(physical, 0, kv_head, 0), ct::shape<PAGE, D>{});
        acc = ct::mma(ct::element_cast<bf16>(p), value, acc * alpha);
    }
    vo.store(ct::reshape(ct::element_cast<bf16>(acc / sum), ct::shape<1, G, D>{}), row, 0, 0);
}

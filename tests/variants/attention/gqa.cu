//@ by: vLLM
//@ base: attention/forward
//@ small: h=2 n=128 d=64
//@ large: h=64 n=4096 d=64
//@ grid: cdiv(n, 128), h
//@ arg q: bf16[%{h*n*d}] = random(1)
//@ arg k: bf16[%{h/2*n*d}] = random(2)
//@ arg v: bf16[%{h/2*n*d}] = random(3)
//@ arg o: out bf16[%{h*n*d}]
//@ arg heads: i32 = %{h}
//@ arg length: i32 = %{n}
//@ arg scale: f32 = 0.125
//@ arg kv_heads: i32 = %{h/2}
//@ let p[g:h, i:n, j:n] = exp(scale * sum(l, d, q[(g*n + i)*d + l] * k[(div(g,2)*n + j)*d + l]))
//@ result o[g:h, i:n, e:d] = sum(j, n, p[g, i, j] * v[(div(g,2)*n + j)*d + e]) / sum(j, n, p[g, i, j])
//@ expect: wgmma, A TMA, B TMA; wgmma, A registers loaded_tile, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Two heads of queries share a head of keys and values.
using bf16 = __nv_bfloat16;
__tile_global__ void gqa(const bf16* __restrict__ q, const bf16* __restrict__ k, const bf16* __restrict__ v,
                         bf16* __restrict__ o, int num_heads, int seq_len, float scale, int num_kv_heads) {
    constexpr int D = 64, BM = 128, BN = 64;
    int head = ct::bid().y, kv_head = head / (num_heads / num_kv_heads);
    ct::partition_view vq{ct::tensor_span{q, ct::extents{num_heads, seq_len, D}}, ct::shape<1, BM, D>{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{num_kv_heads, seq_len, D}}, ct::shape<1, BN, D>{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{num_kv_heads, seq_len, D}}, ct::shape<1, BN, D>{}};
    ct::partition_view vo{ct::tensor_span{o, ct::extents{num_heads, seq_len, D}}, ct::shape<1, BM, D>{}};
    int block = ct::bid().x;
    auto query = ct::reshape(vq.load_masked(head, block, 0), ct::shape<BM, D>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, D>>>();
    auto sum = ct::zeros<ct::tile<float, ct::shape<BM, 1>>>();
    auto max = ct::full<ct::tile<float, ct::shape<BM, 1>>>(-1e30f);
    auto lane = ct::reshape(ct::iota<ct::tile<int, ct::shape<BN>>>(), ct::shape<1, BN>{});
    for (int step : ct::irange(0, ct::ceildiv(seq_len, BN))) {
        auto key = ct::reshape(vk.load_masked(kv_head, step, 0), ct::shape<BN, D>{});
        auto s = ct::mma(query, ct::transpose(key), ct::zeros<ct::tile<float, ct::shape<BM, BN>>>()) * scale;
        s = ct::select(step * BN + lane < seq_len, s, ct::full<ct::tile<float, ct::shape<BM, BN>>>(-1e30f));
        auto next = ct::max(max, ct::reduce_max<1>(s));
        auto p = ct::exp(s - next), alpha = p;
        auto correction = ct::exp(max - next);
        sum = sum * correction + ct::sum<1>(alpha);
        max = next;
        auto value = ct::reshape(vv.load_masked(kv_head, step, 0), ct::shape<BN, D>{});
        acc = ct::mma(ct::element_cast<bf16>(p), value, acc * correction);
    }
    vo.store_masked(ct::reshape(ct::element_cast<bf16>(acc / sum), ct::shape<1, BM, D>{}), head, block, 0);
}

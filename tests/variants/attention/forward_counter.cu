//@ by: TransformerEngine
//@ base: attention/forward
//@ small: h=2 n=128 d=64
//@ large: h=64 n=4096 d=64
//@ grid: min(cdiv(n, 128) * h, 132)
//@ arg q: bf16[%{h*n*d}] = random(1)
//@ arg k: bf16[%{h*n*d}] = random(2)
//@ arg v: bf16[%{h*n*d}] = random(3)
//@ arg o: out bf16[%{h*n*d}]
//@ arg heads: i32 = %{h}
//@ arg length: i32 = %{n}
//@ arg scale: f32 = 0.125
//@ arg counter: scratch i32[1] = zeros
//@ let s[g:h, i:n, j:n] = scale * sum(l, d, q[(g*n + i)*d + l] * k[(g*n + j)*d + l])
//@ let p[h:h, i:n, j:n] = exp(s[h, i, j])
//@ result o[g:h, i:n, e:d] = sum(j, n, p[g, i, j] * v[(g*n + j)*d + e]) / sum(j, n, p[g, i, j])
//@ unpredicted: memory that the kernel writes says how often it loops
//@ expect: wgmma, A TMA, B TMA; wgmma, A registers loaded_tile, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Heads and blocks of rows come from a counter.
using bf16 = __nv_bfloat16;
__tile_global__ void attention(const bf16* __restrict__ q, const bf16* __restrict__ k, const bf16* __restrict__ v,
                               bf16* __restrict__ o, int heads, int length, float scale, int* counter) {
    constexpr int D = 64, BM = 128, BN = 64;
    ct::partition_view vq{ct::tensor_span{q, ct::extents{heads, length, D}}, ct::shape<1, BM, D>{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{heads, length, D}}, ct::shape<1, BN, D>{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{heads, length, D}}, ct::shape<1, BN, D>{}};
    ct::partition_view vo{ct::tensor_span{o, ct::extents{heads, length, D}}, ct::shape<1, BM, D>{}};
    int blocks = ct::ceildiv(length, BM);
    for (int work; (work = ct::atomic_add(counter, 1, ct::memory_order_relaxed_t{})) < blocks * heads;) {
        int block = work % blocks, head = work / blocks;
        auto query = ct::reshape(vq.load_masked(head, block, 0), ct::shape<BM, D>{});
        auto acc = ct::zeros<ct::tile<float, ct::shape<BM, D>>>();
        auto sum = ct::zeros<ct::tile<float, ct::shape<BM, 1>>>();
        auto max = ct::full<ct::tile<float, ct::shape<BM, 1>>>(-1e30f);
        auto lane = ct::reshape(ct::iota<ct::tile<int, ct::shape<BN>>>(), ct::shape<1, BN>{});
        auto never = ct::full<ct::tile<float, ct::shape<BM, BN>>>(-1e30f);
        int keys = length;
        for (int step : ct::irange(0, ct::ceildiv(keys, BN))) {
            auto key = ct::transpose(ct::reshape(vk.load_masked(head, step, 0), ct::shape<BN, D>{}));
            auto s = ct::mma(query, key, ct::zeros<ct::tile<float, ct::shape<BM, BN>>>()) * (scale * 1.44269504f);
            auto column = step * BN + lane;
            s = ct::select(column < length, s, never);
            auto next = ct::max(max, ct::reduce_max<1>(s));
            auto p = ct::exp2(s - next);
            auto alpha = ct::exp2(max - next);
            sum = sum * alpha + ct::sum<1>(p);
            max = next;
            auto value = ct::reshape(vv.load_masked(head, step, 0), ct::shape<BN, D>{});
            acc = ct::mma(ct::element_cast<bf16>(p), value, acc * alpha);
        }
        vo.store_masked(ct::reshape(ct::element_cast<bf16>(acc / sum), ct::shape<1, BM, D>{}), head, block, 0);
    }
}

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

// K Q^T first: the scores are keys x queries, and so are the sums.
using bf16 = __nv_bfloat16;
__tile_global__ void attention(const bf16* __restrict__ q, const bf16* __restrict__ k, const bf16* __restrict__ v,
                               bf16* __restrict__ o, int heads, int length, float scale) {
    constexpr int D = 64, BM = 128, BN = 64;
    ct::partition_view vq{ct::tensor_span{q, ct::extents{heads, length, D}}, ct::shape<1, BM, D>{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{heads, length, D}}, ct::shape<1, BN, D>{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{heads, length, D}}, ct::shape<1, BN, D>{}};
    ct::partition_view vo{ct::tensor_span{o, ct::extents{heads, length, D}}, ct::shape<1, BM, D>{}};
    int block = ct::bid().x, head = ct::bid().y;
    auto query_t = ct::transpose(ct::reshape(vq.load_masked(head, block, 0), ct::shape<BM, D>{}));
    auto acc_t = ct::zeros<ct::tile<float, ct::shape<D, BM>>>();
    auto sum = ct::zeros<ct::tile<float, ct::shape<1, BM>>>();
    auto max = ct::full<ct::tile<float, ct::shape<1, BM>>>(-1e30f);
    auto lane = ct::reshape(ct::iota<ct::tile<int, ct::shape<BN>>>(), ct::shape<BN, 1>{});
    for (int step : ct::irange(0, ct::ceildiv(length, BN))) {
        auto key = ct::reshape(vk.load_masked(head, step, 0), ct::shape<BN, D>{});
        auto s = ct::mma(key, query_t, ct::zeros<ct::tile<float, ct::shape<BN, BM>>>()) * scale;
        s = ct::select(step * BN + lane < length, s, ct::full<ct::tile<float, ct::shape<BN, BM>>>(-1e30f));
        auto next = ct::max(max, ct::reduce_max<0>(s));
        auto p = ct::exp(s - next);
        auto alpha = ct::exp(max - next);
        sum = sum * alpha + ct::sum<0>(p);
        max = next;
        auto value = ct::reshape(vv.load_masked(head, step, 0), ct::shape<BN, D>{});
        acc_t = ct::mma(ct::transpose(value), ct::element_cast<bf16>(p), acc_t * alpha);
    }
    auto out = ct::transpose(ct::element_cast<bf16>(acc_t / sum));
    vo.store_masked(ct::reshape(out, ct::shape<1, BM, D>{}), head, block, 0);
}

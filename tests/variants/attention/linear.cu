//@ by: tilec book
//@ small: h=1 n=128 d=64
//@ large: h=256 n=4096 d=64
//@ grid: h
//@ arg q: bf16[%{h*n*d}] = random(1)
//@ arg k: bf16[%{h*n*d}] = random(2)
//@ arg v: bf16[%{h*n*d}] = random(3)
//@ arg o: out bf16[%{h*n*d}]
//@ arg heads: i32 = %{h}
//@ arg length: i32 = %{n}
//@ arg scale: f32 = 0.125
//@ result o[g:h, i:n, e:d] = scale * sum(j, i + 1, sum(l, d, q[(g*n + i)*d + l] * k[(g*n + j)*d + l]) * v[(g*n + j)*d + e])
//@ within: 0.03
//@ expect: wgmma, A TMA, B TMA; transposed wgmma, A TMA, B registers loaded_tile; wgmma, A registers loaded_tile, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Causal linear attention in chunks: a state of D x D is carried from chunk to chunk.
using bf16 = __nv_bfloat16;
__tile_global__ void linear_attention(const bf16* __restrict__ q, const bf16* __restrict__ k, const bf16* __restrict__ v,
                                      bf16* __restrict__ o, int heads, int length, float scale) {
    constexpr int D = 64, C = 64;
    ct::partition_view vq{ct::tensor_span{q, ct::extents{heads, length, D}}, ct::shape<1, C, D>{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{heads, length, D}}, ct::shape<1, C, D>{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{heads, length, D}}, ct::shape<1, C, D>{}};
    ct::partition_view vo{ct::tensor_span{o, ct::extents{heads, length, D}}, ct::shape<1, C, D>{}};
    int head = ct::bid().x;
    auto row = ct::reshape(ct::iota<ct::tile<int, ct::shape<C>>>(), ct::shape<C, 1>{});
    auto column = ct::reshape(ct::iota<ct::tile<int, ct::shape<C>>>(), ct::shape<1, C>{});
    auto zero = ct::zeros<ct::tile<float, ct::shape<C, C>>>();
    auto state = ct::zeros<ct::tile<float, ct::shape<D, D>>>();
    for (int chunk = 0; chunk < length / C; ++chunk) {
        auto tq = ct::reshape(vq.load(head, chunk, 0), ct::shape<C, D>{});
        auto tk = ct::reshape(vk.load(head, chunk, 0), ct::shape<C, D>{});
        auto tv = ct::reshape(vv.load(head, chunk, 0), ct::shape<C, D>{});
        auto s = ct::select(column <= row, ct::mma(tq, ct::transpose(tk), zero), zero);
        auto out = ct::mma(tq, ct::element_cast<bf16>(state), ct::zeros<ct::tile<float, ct::shape<C, D>>>());
        out = ct::mma(ct::element_cast<bf16>(s), tv, out);
        state = ct::mma(ct::transpose(tk), tv, state);
        vo.store(ct::reshape(ct::element_cast<bf16>(out * scale), ct::shape<1, C, D>{}), head, chunk, 0);
    }
}

//@ by: FlashMLA-like
//@ small: h=1 n=64 d=512 r=64
//@ large: h=128 n=4096 d=512 r=64
//@ grid: 1, h
//@ arg q: bf16[%{h*64*(d+r)}] = random(1)
//@ arg k: bf16[%{n*(d+r)}] = random(2)
//@ arg o: out bf16[%{h*64*d}]
//@ arg heads: i32 = %{h}
//@ arg length: i32 = %{n}
//@ arg scale: f32 = 0.04
//@ let p[g:h, i:64, j:n] = exp(scale * sum(l, d + r, q[(g*64 + i)*(d + r) + l] * k[j*(d + r) + l]))
//@ result o[g:h, i:64, e:d] = sum(j, n, p[g, i, j] * k[j*(d + r) + e]) / sum(j, n, p[g, i, j])
//@ expect: wgmma, A TMA, B TMA; wgmma, A registers loaded_tile, B TMA
//@ ptxas: spills, C7512

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

// Multi-head latent attention: keys of 576 whose first 512 are the values, for 64 rows a block.
using bf16 = __nv_bfloat16;
__tile_global__ void mla(const bf16* __restrict__ q, const bf16* __restrict__ kv, bf16* __restrict__ o, int heads,
                         int length, float scale) {
    constexpr int M = 64, N = 64, PART = 64;
    using Part = ct::shape<M, PART>;
    int head = ct::bid().y;
    ct::partition_view vq{ct::tensor_span{q, ct::extents{heads * M, 576_ic}}, Part{}};
    ct::partition_view vk{ct::tensor_span{kv, ct::extents{length, 576_ic}}, ct::shape<N, PART>{}};
    ct::partition_view vv{ct::tensor_span{kv, ct::extents{length, 576_ic}}, ct::shape<N, 256>{}};
    ct::partition_view vo{ct::tensor_span{o, ct::extents{heads * M, 512_ic}}, ct::shape<M, 256>{}};
    auto acc0 = ct::zeros<ct::tile<float, ct::shape<M, 256>>>();
    auto acc1 = ct::zeros<ct::tile<float, ct::shape<M, 256>>>();
    auto max = ct::full<ct::tile<float, ct::shape<M, 1>>>(-1e30f);
    auto sum = ct::zeros<ct::tile<float, ct::shape<M, 1>>>();
    auto lane = ct::reshape(ct::iota<ct::tile<int, ct::shape<N>>>(), ct::shape<1, N>{});
    for (int step = 0; step < ct::ceildiv(length, N); ++step) {
        auto s = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
        for (int part = 0; part < 9; ++part)
            s = ct::mma(vq.load(head, part), ct::transpose(vk.load_masked(step, part)), s);
        s = ct::select(step * N + lane < length, s * scale, ct::full<ct::tile<float, ct::shape<M, N>>>(-1e30f));
        auto next = ct::max(max, ct::reduce_max<1>(s));
        auto p = ct::exp(s - next);
        auto alpha = ct::exp(max - next);
        sum = sum * alpha + ct::sum<1>(p);
        max = next;
        auto pb = ct::element_cast<bf16>(p);
        acc0 = ct::mma(pb, vv.load_masked(step, 0), acc0 * alpha);
        acc1 = ct::mma(pb, vv.load_masked(step, 1), acc1 * alpha);
    }
    vo.store(ct::element_cast<bf16>(acc0 / sum), head, 0);
    vo.store(ct::element_cast<bf16>(acc1 / sum), head, 1);
}

//@ by: vLLM
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
//@ arg cu_seqlens: i32[%{h + 1}] = iota*%{n}
//@ let s[g:h, i:n, j:n] = scale * sum(l, d, q[(g*n + i)*d + l] * k[(g*n + j)*d + l])
//@ let p[h:h, i:n, j:n] = exp(s[h, i, j])
//@ result o[g:h, i:n, e:d] = sum(j, n, p[g, i, j] * v[(g*n + j)*d + e]) / sum(j, n, p[g, i, j])
//@ expect: wgmma, A TMA, B TMA; wgmma, A registers loaded_tile, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

// Sequences one behind the other; cu_seqlens has where each begins. Blocks behind the end of a sequence return.
using bf16 = __nv_bfloat16;
__tile_global__ void flash_varlen(const bf16* __restrict__ q, const bf16* __restrict__ k, const bf16* __restrict__ v,
                                  bf16* __restrict__ o, int heads, int max_seqlen, float scale,
                                  const int* __restrict__ cu_seqlens) {
    constexpr int D = 64, BM = 128, BN = 64;
    int m_block = ct::bid().x, sequence = ct::bid().y;
    int begin = cu_seqlens[sequence], seqlen = cu_seqlens[sequence + 1] - begin;
    if (m_block * BM >= seqlen) return;
    auto offset = static_cast<long long>(begin) * D;
    ct::partition_view gq{ct::tensor_span{q + offset, ct::extents{seqlen, 64_ic}}, ct::shape<BM, D>{}};
    ct::partition_view gk{ct::tensor_span{k + offset, ct::extents{seqlen, 64_ic}}, ct::shape<BN, D>{}};
    ct::partition_view gv{ct::tensor_span{v + offset, ct::extents{seqlen, 64_ic}}, ct::shape<BN, D>{}};
    ct::partition_view go{ct::tensor_span{o + offset, ct::extents{seqlen, 64_ic}}, ct::shape<BM, D>{}};
    auto query = gq.load_masked(m_block, 0);
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, D>>>();
    auto sum = ct::zeros<ct::tile<float, ct::shape<BM, 1>>>();
    auto max = ct::full<ct::tile<float, ct::shape<BM, 1>>>(-1e30f);
    auto lane = ct::reshape(ct::iota<ct::tile<int, ct::shape<BN>>>(), ct::shape<1, BN>{});
    for (int step = 0; step < ct::ceildiv(seqlen, BN); ++step) {
        auto s = ct::mma(query, ct::transpose(gk.load_masked(step, 0)), ct::zeros<ct::tile<float, ct::shape<BM, BN>>>()) * scale;
        s = ct::select(step * BN + lane < seqlen, s, ct::full<ct::tile<float, ct::shape<BM, BN>>>(-1e30f));
        auto next = ct::max(max, ct::reduce_max<1>(s));
        auto p = ct::exp(s - next);
        auto alpha = ct::exp(max - next);
        sum = sum * alpha + ct::sum<1>(p);
        max = next;
        acc = ct::mma(ct::element_cast<bf16>(p), gv.load_masked(step, 0), acc * alpha);
    }
    go.store_masked(ct::element_cast<bf16>(acc / sum), m_block, 0);
}

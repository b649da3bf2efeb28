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
//@ let s[g:h, i:n, j:n] = scale * sum(l, d, q[(i*h + g)*d + l] * k[(j*h + g)*d + l])
//@ let p[h:h, i:n, j:n] = exp(s[h, i, j])
//@ result o[i:n, g:h, e:d] = sum(j, n, p[g, i, j] * v[(j*h + g)*d + e]) / sum(j, n, p[g, i, j])
//@ expect: wgmma, A TMA, B TMA; wgmma, A registers loaded_tile, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

// Tokens x heads x D: heads are strided, and a head's rows are apart by all heads.
using bf16 = __nv_bfloat16;
__tile_global__ void flash_fwd(const bf16* __restrict__ q, const bf16* __restrict__ k, const bf16* __restrict__ v,
                               bf16* __restrict__ o, int heads, int seqlen, float softmax_scale) {
    constexpr int kHeadDim = 64, kBlockM = 128, kBlockN = 64;
    int m_block = ct::bid().x, bidh = ct::bid().y;
    int row_stride = heads * kHeadDim;
    ct::layout_strided_mapping layout{ct::extents{seqlen, 64_ic}, ct::extents{row_stride, 1_ic}};
    ct::partition_view gQ{ct::tensor_span{q + bidh * kHeadDim, layout}, ct::shape<kBlockM, kHeadDim>{}};
    ct::partition_view gK{ct::tensor_span{k + bidh * kHeadDim, layout}, ct::shape<kBlockN, kHeadDim>{}};
    ct::partition_view gV{ct::tensor_span{v + bidh * kHeadDim, layout}, ct::shape<kBlockN, kHeadDim>{}};
    ct::partition_view gO{ct::tensor_span{o + bidh * kHeadDim, layout}, ct::shape<kBlockM, kHeadDim>{}};
    auto tQ = gQ.load_masked(m_block, 0);
    auto acc_o = ct::zeros<ct::tile<float, ct::shape<kBlockM, kHeadDim>>>();
    auto row_max = ct::full<ct::tile<float, ct::shape<kBlockM, 1>>>(-1e30f);
    auto row_sum = ct::zeros<ct::tile<float, ct::shape<kBlockM, 1>>>();
    auto col = ct::reshape(ct::iota<ct::tile<int, ct::shape<kBlockN>>>(), ct::shape<1, kBlockN>{});
    auto minus = ct::full<ct::tile<float, ct::shape<kBlockM, kBlockN>>>(-1e30f);
    // From the last block to the first, so that only the first step needs the mask; here all have it.
    for (int n_block = ct::ceildiv(seqlen, kBlockN) - 1; n_block >= 0; --n_block) {
        auto acc_s = ct::mma(tQ, ct::transpose(gK.load_masked(n_block, 0)), ct::zeros<ct::tile<float, ct::shape<kBlockM, kBlockN>>>());
        acc_s = ct::select(n_block * kBlockN + col < seqlen, acc_s * softmax_scale, minus);
        auto new_max = ct::max(row_max, ct::reduce_max<1>(acc_s));
        auto scores_scale = ct::exp(row_max - new_max);
        auto p = ct::exp(acc_s - new_max);
        row_sum = row_sum * scores_scale + ct::sum<1>(p);
        row_max = new_max;
        acc_o = ct::mma(ct::element_cast<bf16>(p), gV.load_masked(n_block, 0), acc_o * scores_scale);
    }
    gO.store_masked(ct::element_cast<bf16>(acc_o / row_sum), m_block, 0);
}

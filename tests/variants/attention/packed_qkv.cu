//@ by: TransformerEngine
//@ base: attention/forward
//@ small: h=2 n=128 d=64
//@ large: h=64 n=4096 d=64
//@ grid: cdiv(n, 128), h
//@ arg q: bf16[%{3*h*n*d}] = random(1)
//@ arg o: out bf16[%{h*n*d}]
//@ arg heads: i32 = %{h}
//@ arg length: i32 = %{n}
//@ arg scale: f32 = 0.125
//@ let s[g:h, i:n, j:n] = scale * sum(l, d, q[((i*3)*h + g)*d + l] * q[((j*3 + 1)*h + g)*d + l])
//@ let p[h:h, i:n, j:n] = exp(s[h, i, j])
//@ result o[i:n, g:h, e:d] = sum(j, n, p[g, i, j] * q[((j*3 + 2)*h + g)*d + e]) / sum(j, n, p[g, i, j])
//@ expect: wgmma, A TMA, B TMA; wgmma, A registers loaded_tile, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

// Q, K and V are interleaved in one tensor of tokens x 3 x heads x D.
using bf16 = __nv_bfloat16;
__tile_global__ void fused_attn(const bf16* __restrict__ qkv, bf16* __restrict__ o, int heads, int length, float scale) {
    constexpr int D = 64, BM = 128, BN = 64;
    ct::partition_view rows{ct::tensor_span{qkv, ct::extents{length, 3_ic, heads, 64_ic}}, ct::shape<BM, 1, 1, D>{}};
    ct::partition_view keys{ct::tensor_span{qkv, ct::extents{length, 3_ic, heads, 64_ic}}, ct::shape<BN, 1, 1, D>{}};
    ct::partition_view out{ct::tensor_span{o, ct::extents{length, heads, 64_ic}}, ct::shape<BM, 1, D>{}};
    int block = ct::bid().x, head = ct::bid().y;
    auto query = ct::reshape(rows.load_masked(block, 0, head, 0), ct::shape<BM, D>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, D>>>();
    auto sum = ct::zeros<ct::tile<float, ct::shape<BM, 1>>>();
    auto max = ct::full<ct::tile<float, ct::shape<BM, 1>>>(-1e30f);
    auto lane = ct::reshape(ct::iota<ct::tile<int, ct::shape<BN>>>(), ct::shape<1, BN>{});
    for (int step : ct::irange(0, ct::ceildiv(length, BN))) {
        auto key = ct::reshape(keys.load_masked(step, 1, head, 0), ct::shape<BN, D>{});
        auto s = ct::mma(query, ct::transpose(key), ct::zeros<ct::tile<float, ct::shape<BM, BN>>>()) * scale;
        s = ct::select(step * BN + lane < length, s, ct::full<ct::tile<float, ct::shape<BM, BN>>>(-1e30f));
        auto next = ct::max(max, ct::reduce_max<1>(s));
        auto p = ct::exp(s - next);
        auto alpha = ct::exp(max - next);
        sum = sum * alpha + ct::sum<1>(p);
        max = next;
        auto value = ct::reshape(keys.load_masked(step, 2, head, 0), ct::shape<BN, D>{});
        acc = ct::mma(ct::element_cast<bf16>(p), value, acc * alpha);
    }
    out.store_masked(ct::reshape(ct::element_cast<bf16>(acc / sum), ct::shape<BM, 1, D>{}), block, head, 0);
}

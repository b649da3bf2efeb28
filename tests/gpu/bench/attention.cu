// Attention: O = softmax(Q K^T * scale) V for each of `heads` heads, each S x D; groups of heads share keys
// and values. `scale` has the factor log2(e) in it.

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

// BM queries of a head. Where later queries see more keys the last ones come first, so that no long tile
// block is left for the end.
template <class T, int D, int BM, int BN, bool Causal>
__tile_global__ void attention(const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v, T* __restrict__ o,
                               int heads, int kv_heads, int length, float scale) {
    q = ct::assume_aligned(q, 16_ic);
    k = ct::assume_aligned(k, 16_ic);
    v = ct::assume_aligned(v, 16_ic);
    o = ct::assume_aligned(o, 16_ic);
    using Head = ct::shape<1, BM, D>;
    ct::partition_view vq{ct::tensor_span{q, ct::extents{heads, length, D}}, Head{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{kv_heads, length, D}}, ct::shape<1, BN, D>{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{kv_heads, length, D}}, ct::shape<1, BN, D>{}};
    ct::partition_view vo{ct::tensor_span{o, ct::extents{heads, length, D}}, Head{}};

    int block = static_cast<int>(Causal ? ct::num_blocks().y - 1 - ct::bid().y : ct::bid().x);
    int head = static_cast<int>(Causal ? ct::bid().x : ct::bid().y);
    int kv_head = head / (heads / kv_heads);
    auto query_index = ct::reshape(ct::iota<ct::tile<int, ct::shape<BM>>>(), ct::shape<BM, 1>{}) + block * BM;
    auto key_offset = ct::reshape(ct::iota<ct::tile<int, ct::shape<BN>>>(), ct::shape<1, BN>{});
    auto never = ct::full<ct::tile<float, ct::shape<BM, BN>>>(-1e30f);
    auto query = ct::reshape(vq.load_masked(head, block, 0), ct::shape<BM, D>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, D>>>();
    auto sum = ct::zeros<ct::tile<float, ct::shape<BM, 1>>>();
    auto max = ct::full<ct::tile<float, ct::shape<BM, 1>>>(-1e30f);
    int steps = Causal ? ct::ceildiv(ct::min(length, (block + 1) * BM), BN) : length / BN;
    for (int step : ct::irange(0, steps)) {
        auto key = ct::transpose(ct::reshape(vk.load_masked(kv_head, step, 0), ct::shape<BN, D>{}));
        auto s = ct::mma(query, key, ct::zeros<ct::tile<float, ct::shape<BM, BN>>>());
        if constexpr (Causal)
            if ((step + 1) * BN > block * BM) s = ct::select(key_offset + step * BN <= query_index, s, never);
        auto next = ct::max(max, ct::reduce_max<1>(s) * scale);
        auto p = ct::exp2(s * scale - next, ct::round_subnormals_to_zero_t{});
        auto alpha = ct::exp2(max - next, ct::round_subnormals_to_zero_t{});
        sum = sum * alpha + ct::sum<1>(p);
        max = next;
        auto value = ct::reshape(vv.load_masked(kv_head, step, 0), ct::shape<BN, D>{});
        acc = ct::mma(ct::element_cast<T>(p), value, acc * alpha);
    }
    vo.store_masked(ct::reshape(ct::element_cast<T>(acc / sum), Head{}), head, block, 0);
}

#define ATTENTION(T, D, BM, BN, CAUSAL)                                                                      \
    template __tile_global__ void attention<T, D, BM, BN, CAUSAL>(const T* __restrict__, const T* __restrict__, \
                                                                  const T* __restrict__, T* __restrict__, int, int, int, float);

ATTENTION(__nv_bfloat16, 128, 128, 128, false)
ATTENTION(__nv_bfloat16, 128, 128, 64, false)
ATTENTION(__nv_bfloat16, 64, 128, 128, false)
ATTENTION(__nv_bfloat16, 128, 128, 128, true)
ATTENTION(__nv_bfloat16, 64, 128, 128, true)

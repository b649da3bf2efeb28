// Attention with an online softmax: O = softmax(Q K^T * scale) V. Heads of queries share heads of keys
// and values in groups (GQA); with as many of both it is plain multi-head attention. `scale` has the
// factor log2(e) in it, for exponentials are taken to base 2.

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

// One block for BM queries of one head. Q and O are heads x length x D, K and V kv_heads x length x D.
template <class T, int D, int BM, int BN, bool Causal>
__tile_global__ void attention(const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v,
                               T* __restrict__ o, int heads, int kv_heads, int length, float scale) {
    q = ct::assume_aligned(q, 16_ic);
    k = ct::assume_aligned(k, 16_ic);
    v = ct::assume_aligned(v, 16_ic);
    o = ct::assume_aligned(o, 16_ic);
    using Queries = ct::shape<1, BM, D>;
    using Keys = ct::shape<1, BN, D>;
    ct::partition_view vq{ct::tensor_span{q, ct::extents{heads, length, D}}, Queries{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{kv_heads, length, D}}, Keys{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{kv_heads, length, D}}, Keys{}};
    ct::partition_view vo{ct::tensor_span{o, ct::extents{heads, length, D}}, Queries{}};

    int block = static_cast<int>(ct::bid().x), head = static_cast<int>(ct::bid().y);
    int kv_head = head / (heads / kv_heads);
    auto query_index = block * BM + ct::reshape(ct::iota<ct::tile<int, ct::shape<BM>>>(), ct::shape<BM, 1>{});
    auto key_offset = ct::reshape(ct::iota<ct::tile<int, ct::shape<BN>>>(), ct::shape<1, BN>{});
    auto never = ct::full<ct::tile<float, ct::shape<BM, BN>>>(-1e30f);

    auto query = ct::reshape(vq.load_masked(head, block, 0), ct::shape<BM, D>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, D>>>();
    auto sum = ct::zeros<ct::tile<float, ct::shape<BM, 1>>>();
    auto max = ct::full<ct::tile<float, ct::shape<BM, 1>>>(-1e30f);
    // Keys behind the last query of the block are seen by none of its queries.
    int keys = Causal ? ct::min(length, (block + 1) * BM) : length;
    for (int step : ct::irange(0, ct::ceildiv(keys, BN))) {
        auto key = ct::transpose(ct::reshape(vk.load_masked(kv_head, step, 0), ct::shape<BN, D>{}));
        auto s = ct::mma(query, key, ct::zeros<ct::tile<float, ct::shape<BM, BN>>>()) * scale;
        auto key_index = step * BN + key_offset;
        if constexpr (Causal)
            s = ct::select(key_index <= query_index && key_index < length, s, never);
        else
            s = ct::select(key_index < length, s, never);
        auto next = ct::max(max, ct::reduce_max<1>(s));
        auto p = ct::exp2(s - next);
        auto alpha = ct::exp2(max - next);
        sum = sum * alpha + ct::sum<1>(p);
        max = next;
        auto value = ct::reshape(vv.load_masked(kv_head, step, 0), ct::shape<BN, D>{});
        acc = ct::mma(ct::element_cast<T>(p), value, acc * alpha);
    }
    vo.store_masked(ct::reshape(ct::element_cast<T>(acc / sum), Queries{}), head, block, 0);
}

// One new query for each head of each sequence, against a cache of `capacity` keys and values of which
// the first `lengths[sequence]` are there. The Group heads that share keys are the rows of one product, at
// least 16 of them: that is what tensor cores multiply, and rows behind the group are zeros.
// Q and O are sequences x kv_heads x Group x D, K and V sequences x kv_heads x capacity x D.
template <class T, int D, int Group, int BN>
__tile_global__ void decode(const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v,
                            T* __restrict__ o, const int* __restrict__ lengths, int sequences, int kv_heads,
                            int capacity, float scale) {
    int sequence = static_cast<int>(ct::bid().x), kv_head = static_cast<int>(ct::bid().y);
    int index = sequence * kv_heads + kv_head, all = sequences * kv_heads;
    int length = lengths[sequence];
    constexpr int Rows = Group < 16 ? 16 : Group;
    using Queries = ct::shape<1, Rows, D>;
    using Keys = ct::shape<1, BN, D>;
    ct::partition_view vq{ct::tensor_span{q, ct::extents{all, Group, D}}, Queries{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{all, capacity, D}}, Keys{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{all, capacity, D}}, Keys{}};
    ct::partition_view vo{ct::tensor_span{o, ct::extents{all, Group, D}}, Queries{}};

    auto key_offset = ct::reshape(ct::iota<ct::tile<int, ct::shape<BN>>>(), ct::shape<1, BN>{});
    auto never = ct::full<ct::tile<float, ct::shape<Rows, BN>>>(-1e30f);
    auto query = ct::reshape(vq.load_masked(index, 0, 0), ct::shape<Rows, D>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<Rows, D>>>();
    auto sum = ct::zeros<ct::tile<float, ct::shape<Rows, 1>>>();
    auto max = ct::full<ct::tile<float, ct::shape<Rows, 1>>>(-1e30f);
    for (int step : ct::irange(0, ct::ceildiv(length, BN))) {
        auto key = ct::transpose(ct::reshape(vk.load_masked(index, step, 0), ct::shape<BN, D>{}));
        auto s = ct::mma(query, key, ct::zeros<ct::tile<float, ct::shape<Rows, BN>>>()) * scale;
        s = ct::select(step * BN + key_offset < length, s, never);
        auto next = ct::max(max, ct::reduce_max<1>(s));
        auto p = ct::exp2(s - next);
        auto alpha = ct::exp2(max - next);
        sum = sum * alpha + ct::sum<1>(p);
        max = next;
        auto value = ct::reshape(vv.load_masked(index, step, 0), ct::shape<BN, D>{});
        acc = ct::mma(ct::element_cast<T>(p), value, acc * alpha);
    }
    vo.store_masked(ct::reshape(ct::element_cast<T>(acc / sum), Queries{}), index, 0, 0);
}

using bf16 = __nv_bfloat16;
template __tile_global__ void attention<bf16, 64, 64, 64, false>(const bf16* __restrict__, const bf16* __restrict__,
                                                                 const bf16* __restrict__, bf16* __restrict__, int, int,
                                                                 int, float);
template __tile_global__ void attention<bf16, 64, 64, 64, true>(const bf16* __restrict__, const bf16* __restrict__,
                                                                const bf16* __restrict__, bf16* __restrict__, int, int,
                                                                int, float);
template __tile_global__ void decode<bf16, 64, 8, 64>(const bf16* __restrict__, const bf16* __restrict__,
                                                      const bf16* __restrict__, bf16* __restrict__,
                                                      const int* __restrict__, int, int, int, float);

// A step of decoding with a paged cache: one new query for each head of each sequence, and keys and values in pages
// of Page slots that are anywhere in a pool. A table has the numbers of a sequence's pages in the order of its tokens.
// Q and O are sequences x kv_heads x Group x D, where the Group heads share keys; K and V are slots x kv_heads x D,
// the table is sequences x max_pages. Exponentials are taken to base 2, so `scale` includes log2(e).

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T, int D, int Group, int Page, int BN>
__tile_global__ void decode_paged(const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v,
                                  T* __restrict__ o, const int* __restrict__ table, const int* __restrict__ lengths,
                                  int sequences, int kv_heads, int pages, int max_pages, float scale) {
    q = ct::assume_aligned(q, 16_ic);
    k = ct::assume_aligned(k, 16_ic);
    v = ct::assume_aligned(v, 16_ic);
    o = ct::assume_aligned(o, 16_ic);
    int sequence = static_cast<int>(ct::bid().x), kv_head = static_cast<int>(ct::bid().y);
    int index = sequence * kv_heads + kv_head, all = sequences * kv_heads, slots = pages * Page;
    int length = lengths[sequence];
    constexpr int Rows = Group < 16 ? 16 : Group;
    using Queries = ct::shape<1, Rows, D>;
    using Keys = ct::shape<BN, 1, D>;
    ct::partition_view vq{ct::tensor_span{q, ct::extents{all, Group, ct::integral_constant<D>{}}}, Queries{}};
    ct::partition_view vo{ct::tensor_span{o, ct::extents{all, Group, ct::integral_constant<D>{}}}, Queries{}};
    ct::gather_scatter_view vk{ct::tensor_span{k, ct::extents{slots, kv_heads, ct::integral_constant<D>{}}}, Keys{}, 0_ic};
    ct::gather_scatter_view vv{ct::tensor_span{v, ct::extents{slots, kv_heads, ct::integral_constant<D>{}}}, Keys{}, 0_ic};

    auto offset = ct::iota<ct::tile<int, ct::shape<BN>>>();
    // The slot behind the last one is outside of the pool: zeros.
    auto nowhere = ct::full<ct::tile<int, ct::shape<BN>>>(slots);
    auto never = ct::full<ct::tile<float, ct::shape<Rows, BN>>>(-1e30f);
    auto query = ct::reshape(vq.load_masked(index, 0, 0), ct::shape<Rows, D>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<Rows, D>>>();
    auto sum = ct::zeros<ct::tile<float, ct::shape<Rows, 1>>>();
    auto max = ct::full<ct::tile<float, ct::shape<Rows, 1>>>(-1e30f);
    for (int step : ct::irange(0, ct::ceildiv(length, BN))) {
        auto token = step * BN + offset;
        auto is_there = token < length;
        auto page = ct::load_masked(table + (sequence * max_pages + token / Page), is_there);
        auto slot = ct::select(is_there, page * Page + token % Page, nowhere);
        auto key = ct::transpose(ct::reshape(vk.load_masked(slot, kv_head, 0), ct::shape<BN, D>{}));
        auto s = ct::mma(query, key, ct::zeros<ct::tile<float, ct::shape<Rows, BN>>>()) * scale;
        s = ct::select(ct::reshape(is_there, ct::shape<1, BN>{}), s, never);
        auto next = ct::max(max, ct::reduce_max<1>(s));
        auto p = ct::exp2(s - next);
        auto alpha = ct::exp2(max - next);
        sum = sum * alpha + ct::sum<1>(p);
        max = next;
        auto value = ct::reshape(vv.load_masked(slot, kv_head, 0), ct::shape<BN, D>{});
        acc = ct::mma(ct::element_cast<T>(p), value, acc * alpha);
    }
    vo.store_masked(ct::reshape(ct::element_cast<T>(acc / sum), Queries{}), index, 0, 0);
}

using bf16 = __nv_bfloat16;
template __tile_global__ void decode_paged<bf16, 64, 8, 16, 64>(const bf16* __restrict__, const bf16* __restrict__,
                                                                const bf16* __restrict__, bf16* __restrict__,
                                                                const int* __restrict__, const int* __restrict__, int, int,
                                                                int, int, float);

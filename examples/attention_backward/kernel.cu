// Gradients of attention, O = softmax(Q K^T * scale) V. With P = softmax(..) and dP = dO V^T,
//
//     dV = P^T dO,  dS = P * (dP - rowsum(dO * O)),  dQ = dS K * scale,  dK = dS^T Q * scale
//
// P is not kept: `forward` stores the logarithm of each row's sum, from which it follows again. One
// kernel sums over queries for a block of keys, another one over keys for a block of queries, so
// nothing is added atomically. With a causal mask those blocks come first that see most of the others,
// and scores are masked in tiles that the mask goes through alone. All matrices are heads x length x D; logarithms and exponentials are
// to base 2, and `scale` has no factor for that in it.

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

constexpr float log2_e = 1.4426950408889634f;

// What the elements of tile `index` of a dimension are in it, along dimension `Dim` of a matrix.
template <int N, int Dim>
__tile__ auto indices(int index) {
    auto offset = ct::iota<ct::tile<int, ct::shape<N>>>();
    using Shape = ct::shape<Dim == 0 ? N : 1, Dim == 0 ? 1 : N>;
    return index * N + ct::reshape(offset, Shape{});
}

// N numbers a tile, one for each row of the matrices. Those of a head begin at a multiple of 16 bytes, so
// that they can be copied in bulk.
template <int N, class T>
__tile__ auto of_rows(T* numbers, int heads, int length) {
    ct::layout_strided_mapping mapping{ct::extents{heads, length}, ct::extents{ct::ceildiv(length, 4) * 4, 1_ic}};
    return ct::partition_view{ct::tensor_span{ct::assume_aligned(numbers, 16_ic), mapping}, ct::shape<1, N>{}};
}

// O and the logarithms of the rows' sums for BM queries of a head.
template <class T, int D, int BM, int BN, bool Causal>
__tile_global__ void forward(const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v,
                             T* __restrict__ o, float* __restrict__ logs, int heads, int length, float scale) {
    q = ct::assume_aligned(q, 16_ic);
    k = ct::assume_aligned(k, 16_ic);
    v = ct::assume_aligned(v, 16_ic);
    o = ct::assume_aligned(o, 16_ic);
    ct::extents extents{heads, length, D};
    using Queries = ct::shape<1, BM, D>;
    using Keys = ct::shape<1, BN, D>;
    ct::partition_view vq{ct::tensor_span{q, extents}, Queries{}};
    ct::partition_view vk{ct::tensor_span{k, extents}, Keys{}};
    ct::partition_view vv{ct::tensor_span{v, extents}, Keys{}};
    ct::partition_view vo{ct::tensor_span{o, extents}, Queries{}};
    auto vl = of_rows<BM>(logs, heads, length);

    int head = static_cast<int>(ct::bid().x);
    int block = static_cast<int>(Causal ? ct::num_blocks().y - 1 - ct::bid().y : ct::bid().y);
    scale *= log2_e;
    auto never = ct::full<ct::tile<float, ct::shape<BM, BN>>>(-1e30f);
    auto query = ct::reshape(vq.load_masked(head, block, 0), ct::shape<BM, D>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, D>>>();
    auto sum = ct::zeros<ct::tile<float, ct::shape<BM, 1>>>();
    auto max = ct::full<ct::tile<float, ct::shape<BM, 1>>>(-1e30f);
    int keys = Causal ? ct::min(length, (block + 1) * BM) : length;
    for (int step : ct::irange(0, ct::ceildiv(keys, BN))) {
        auto key = ct::transpose(ct::reshape(vk.load_masked(head, step, 0), ct::shape<BN, D>{}));
        auto s = ct::mma(query, key, ct::zeros<ct::tile<float, ct::shape<BM, BN>>>()) * scale;
        if ((step + 1) * BN > length) s = ct::select(indices<BN, 1>(step) < length, s, never);
        if constexpr (Causal)
            if ((step + 1) * BN > block * BM)
                s = ct::select(indices<BN, 1>(step) <= indices<BM, 0>(block), s, never);
        auto next = ct::max(max, ct::reduce_max<1>(s));
        auto p = ct::exp2(s - next);
        auto alpha = ct::exp2(max - next);
        sum = sum * alpha + ct::sum<1>(p);
        max = next;
        auto value = ct::reshape(vv.load_masked(head, step, 0), ct::shape<BN, D>{});
        acc = ct::mma(ct::element_cast<T>(p), value, acc * alpha);
    }
    vo.store_masked(ct::reshape(ct::element_cast<T>(acc / sum), Queries{}), head, block, 0);
    vl.store_masked(ct::reshape(max + ct::log2(sum), ct::shape<1, BM>{}), head, block);
}

// rowsum(dO * O) of BM rows.
template <class T, int D, int BM>
__tile_global__ void row_products(const T* __restrict__ o, const T* __restrict__ d_o, float* __restrict__ sums,
                                  int heads, int length) {
    o = ct::assume_aligned(o, 16_ic);
    d_o = ct::assume_aligned(d_o, 16_ic);
    using Rows = ct::shape<1, BM, D>;
    ct::extents extents{heads, length, D};
    ct::partition_view vo{ct::tensor_span{o, extents}, Rows{}};
    ct::partition_view vdo{ct::tensor_span{d_o, extents}, Rows{}};
    auto vs = of_rows<BM>(sums, heads, length);
    int head = static_cast<int>(ct::bid().x), block = static_cast<int>(ct::bid().y);
    auto x = ct::element_cast<float>(vo.load_masked(head, block, 0));
    auto y = ct::element_cast<float>(vdo.load_masked(head, block, 0));
    vs.store_masked(ct::reshape(ct::sum<2>(x * y), ct::shape<1, BM>{}), head, block);
}

// dK and dV of BN keys of a head.
template <class T, int D, int BM, int BN, bool Causal>
__tile_global__ void key_gradients(const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v,
                                   const T* __restrict__ d_o, const float* __restrict__ logs,
                                   const float* __restrict__ sums, T* __restrict__ d_k, T* __restrict__ d_v, int heads,
                                   int length, float scale) {
    q = ct::assume_aligned(q, 16_ic);
    k = ct::assume_aligned(k, 16_ic);
    v = ct::assume_aligned(v, 16_ic);
    d_o = ct::assume_aligned(d_o, 16_ic);
    d_k = ct::assume_aligned(d_k, 16_ic);
    d_v = ct::assume_aligned(d_v, 16_ic);
    ct::extents extents{heads, length, D};
    using Queries = ct::shape<1, BM, D>;
    using Keys = ct::shape<1, BN, D>;
    using Scores = ct::tile<float, ct::shape<BN, BM>>;
    ct::partition_view vq{ct::tensor_span{q, extents}, Queries{}};
    ct::partition_view vdo{ct::tensor_span{d_o, extents}, Queries{}};
    ct::partition_view vk{ct::tensor_span{k, extents}, Keys{}};
    ct::partition_view vv{ct::tensor_span{v, extents}, Keys{}};
    ct::partition_view vdk{ct::tensor_span{d_k, extents}, Keys{}};
    ct::partition_view vdv{ct::tensor_span{d_v, extents}, Keys{}};
    auto vl = of_rows<BM>(logs, heads, length);
    auto vs = of_rows<BM>(sums, heads, length);

    int head = static_cast<int>(ct::bid().x), block = static_cast<int>(ct::bid().y);
    auto key = ct::reshape(vk.load_masked(head, block, 0), ct::shape<BN, D>{});
    auto value = ct::reshape(vv.load_masked(head, block, 0), ct::shape<BN, D>{});
    auto key_sum = ct::zeros<ct::tile<float, ct::shape<BN, D>>>();
    auto value_sum = ct::zeros<ct::tile<float, ct::shape<BN, D>>>();
    // Queries before the first key of the block see none of its keys.
    for (int step : ct::irange(Causal ? block * BN / BM : 0, ct::ceildiv(length, BM))) {
        auto query = ct::reshape(vq.load_masked(head, step, 0), ct::shape<BM, D>{});
        auto gradient = ct::reshape(vdo.load_masked(head, step, 0), ct::shape<BM, D>{});
        auto log = vl.load_masked(head, step), sum = vs.load_masked(head, step);
        auto s = ct::mma(key, ct::transpose(query), ct::zeros<Scores>());
        auto dp = ct::mma(value, ct::transpose(gradient), ct::zeros<Scores>());
        // Rows behind the last query have zeros only.
        auto p = ct::exp2(s * (scale * log2_e) - log, ct::round_subnormals_to_zero_t{});
        if constexpr (Causal)
            if (step * BM < (block + 1) * BN - 1)
                p = ct::select(indices<BN, 0>(block) <= indices<BM, 1>(step), p, ct::zeros<Scores>());
        value_sum = ct::mma(ct::element_cast<T>(p), gradient, value_sum);
        auto ds = p * (dp - sum);
        key_sum = ct::mma(ct::element_cast<T>(ds), query, key_sum);
    }
    vdv.store_masked(ct::reshape(ct::element_cast<T>(value_sum), Keys{}), head, block, 0);
    vdk.store_masked(ct::reshape(ct::element_cast<T>(key_sum * scale), Keys{}), head, block, 0);
}

// dQ of BM queries of a head.
template <class T, int D, int BM, int BN, bool Causal>
__tile_global__ void query_gradients(const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v,
                                     const T* __restrict__ d_o, const float* __restrict__ logs,
                                     const float* __restrict__ sums, T* __restrict__ d_q, int heads, int length,
                                     float scale) {
    q = ct::assume_aligned(q, 16_ic);
    k = ct::assume_aligned(k, 16_ic);
    v = ct::assume_aligned(v, 16_ic);
    d_o = ct::assume_aligned(d_o, 16_ic);
    d_q = ct::assume_aligned(d_q, 16_ic);
    ct::extents extents{heads, length, D};
    using Queries = ct::shape<1, BM, D>;
    using Keys = ct::shape<1, BN, D>;
    using Scores = ct::tile<float, ct::shape<BM, BN>>;
    ct::partition_view vq{ct::tensor_span{q, extents}, Queries{}};
    ct::partition_view vdo{ct::tensor_span{d_o, extents}, Queries{}};
    ct::partition_view vk{ct::tensor_span{k, extents}, Keys{}};
    ct::partition_view vv{ct::tensor_span{v, extents}, Keys{}};
    ct::partition_view vdq{ct::tensor_span{d_q, extents}, Queries{}};
    auto vl = of_rows<BM>(logs, heads, length);
    auto vs = of_rows<BM>(sums, heads, length);

    int head = static_cast<int>(ct::bid().x);
    int block = static_cast<int>(Causal ? ct::num_blocks().y - 1 - ct::bid().y : ct::bid().y);
    auto query = ct::reshape(vq.load_masked(head, block, 0), ct::shape<BM, D>{});
    auto gradient = ct::reshape(vdo.load_masked(head, block, 0), ct::shape<BM, D>{});
    auto log = ct::reshape(vl.load_masked(head, block), ct::shape<BM, 1>{});
    auto sum = ct::reshape(vs.load_masked(head, block), ct::shape<BM, 1>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, D>>>();
    int keys = Causal ? ct::min(length, (block + 1) * BM) : length;
    for (int step : ct::irange(0, ct::ceildiv(keys, BN))) {
        auto key = ct::reshape(vk.load_masked(head, step, 0), ct::shape<BN, D>{});
        auto value = ct::reshape(vv.load_masked(head, step, 0), ct::shape<BN, D>{});
        auto s = ct::mma(query, ct::transpose(key), ct::zeros<Scores>());
        auto dp = ct::mma(gradient, ct::transpose(value), ct::zeros<Scores>());
        auto p = ct::exp2(s * (scale * log2_e) - log, ct::round_subnormals_to_zero_t{});
        if ((step + 1) * BN > length) p = ct::select(indices<BN, 1>(step) < length, p, ct::zeros<Scores>());
        if constexpr (Causal)
            if ((step + 1) * BN > block * BM)
                p = ct::select(indices<BN, 1>(step) <= indices<BM, 0>(block), p, ct::zeros<Scores>());
        auto ds = p * (dp - sum);
        acc = ct::mma(ct::element_cast<T>(ds), key, acc);
    }
    vdq.store_masked(ct::reshape(ct::element_cast<T>(acc * scale), Queries{}), head, block, 0);
}

// Tiles of BLOCK rows for a tile block, which goes through those of STEP rows.
#define GRADIENTS(T, D, BLOCK, STEP, CAUSAL)                                                                         \
    template __tile_global__ void forward<T, D, BLOCK, STEP, CAUSAL>(const T* __restrict__, const T* __restrict__,   \
                                                                     const T* __restrict__, T* __restrict__,         \
                                                                     float* __restrict__, int, int, float);          \
    template __tile_global__ void key_gradients<T, D, STEP, BLOCK, CAUSAL>(                                          \
        const T* __restrict__, const T* __restrict__, const T* __restrict__, const T* __restrict__,                  \
        const float* __restrict__, const float* __restrict__, T* __restrict__, T* __restrict__, int, int, float);    \
    template __tile_global__ void query_gradients<T, D, BLOCK, STEP, CAUSAL>(                                        \
        const T* __restrict__, const T* __restrict__, const T* __restrict__, const T* __restrict__,                  \
        const float* __restrict__, const float* __restrict__, T* __restrict__, int, int, float);

using bf16 = __nv_bfloat16;
GRADIENTS(bf16, 64, 64, 32, false)
GRADIENTS(bf16, 64, 64, 32, true)
template __tile_global__ void row_products<bf16, 64, 32>(const bf16* __restrict__, const bf16* __restrict__,
                                                         float* __restrict__, int, int);

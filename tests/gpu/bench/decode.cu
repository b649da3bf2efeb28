// A step of decoding with the keys split: each of `all` = sequences x heads of keys has Group queries, one
// for each head that shares them. `part` of a head's keys gives a part of the result, `combined` the whole.
// Q and O are all x Group x D, K and V all x capacity x D, the parts splits x all x Group x D.

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

// Queries are the rows of one product; those behind the group are zeros.
template <class T, int D, int Rows, int Group, int BN>
__tile_global__ void part(const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v,
                          float* __restrict__ parts, float* __restrict__ logs, const int* __restrict__ lengths, int all,
                          int heads, int capacity, int splits, float scale) {
    q = ct::assume_aligned(q, 16_ic);
    k = ct::assume_aligned(k, 16_ic);
    v = ct::assume_aligned(v, 16_ic);
    parts = ct::assume_aligned(parts, 16_ic);
    using Queries = ct::shape<1, Rows, D>;
    using Keys = ct::shape<1, BN, D>;
    ct::partition_view vq{ct::tensor_span{q, ct::extents{all, Group, D}}, Queries{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{all, capacity, D}}, Keys{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{all, capacity, D}}, Keys{}};
    ct::partition_view vp{ct::tensor_span{parts, ct::extents{splits * all, Group, D}}, Queries{}};
    ct::partition_view vl{ct::tensor_span{logs, ct::extents{splits * all, Group}}, ct::shape<1, Rows>{}};

    int index = static_cast<int>(ct::bid().x), split = static_cast<int>(ct::bid().y);
    int length = lengths[index / heads];
    int steps = ct::ceildiv(ct::ceildiv(length, BN), splits);
    int first = split * steps, last = ct::min(first + steps, ct::ceildiv(length, BN));

    auto key_offset = ct::reshape(ct::iota<ct::tile<int, ct::shape<BN>>>(), ct::shape<1, BN>{});
    auto never = ct::full<ct::tile<float, ct::shape<Rows, BN>>>(-1e30f);
    auto query = ct::reshape(vq.load_masked(index, 0, 0), ct::shape<Rows, D>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<Rows, D>>>();
    auto sum = ct::zeros<ct::tile<float, ct::shape<Rows, 1>>>();
    auto max = ct::full<ct::tile<float, ct::shape<Rows, 1>>>(-1e30f);
    for (int step : ct::irange(first, last)) {
        auto key = ct::transpose(ct::reshape(vk.load_masked(index, step, 0), ct::shape<BN, D>{}));
        auto s = ct::mma(query, key, ct::zeros<ct::tile<float, ct::shape<Rows, BN>>>()) * scale;
        if ((step + 1) * BN > length) s = ct::select(step * BN + key_offset < length, s, never);
        auto next = ct::max(max, ct::reduce_max<1>(s));
        auto p = ct::exp2(s - next, ct::round_subnormals_to_zero_t{});
        auto alpha = ct::exp2(max - next, ct::round_subnormals_to_zero_t{});
        sum = sum * alpha + ct::sum<1>(p);
        max = next;
        auto value = ct::reshape(vv.load_masked(index, step, 0), ct::shape<BN, D>{});
        acc = ct::mma(ct::element_cast<T>(p), value, acc * alpha);
    }
    // A split without keys has a sum of zero, and the least logarithm: it does not count.
    auto some = ct::max(sum, 1e-30f);
    vp.store_masked(ct::reshape(acc / some, Queries{}), split * all + index, 0, 0);
    vl.store_masked(ct::reshape(max + ct::log2(some), ct::shape<1, Rows>{}), split * all + index, 0);
}

// The whole result of Group queries from up to Splits parts.
template <class T, int D, int Splits, int Group>
__tile_global__ void combined(const float* __restrict__ parts, const float* __restrict__ logs, T* __restrict__ o,
                              int all, int splits) {
    parts = ct::assume_aligned(parts, 16_ic);
    o = ct::assume_aligned(o, 16_ic);
    ct::partition_view vp{ct::tensor_span{parts, ct::extents{splits, all * Group, D}}, ct::shape<Splits, 1, D>{}};
    ct::partition_view vl{ct::tensor_span{logs, ct::extents{splits, all * Group}}, ct::shape<Splits, 1>{}};
    ct::partition_view vo{ct::tensor_span{o, ct::extents{all * Group, D}}, ct::shape<1, D>{}};
    int row = static_cast<int>(ct::bid().x);
    auto index = ct::reshape(ct::iota<ct::tile<int, ct::shape<Splits>>>(), ct::shape<Splits, 1>{});
    auto log = vl.load_masked(0, row);
    log = ct::select(index < splits, log, ct::full<ct::tile<float, ct::shape<Splits, 1>>>(-1e30f));
    auto weight = ct::exp2(log - ct::reduce_max<0>(log));
    weight = weight / ct::sum<0>(weight);
    auto part = ct::reshape(vp.load_masked(0, row, 0), ct::shape<Splits, D>{});
    vo.store_masked(ct::element_cast<T>(ct::sum<0>(part * weight)), row, 0);
}

using bf16 = __nv_bfloat16;
#define DECODE(D, ROWS, GROUP, BN)                                                                                   \
    template __tile_global__ void part<bf16, D, ROWS, GROUP, BN>(                                                    \
        const bf16* __restrict__, const bf16* __restrict__, const bf16* __restrict__, float* __restrict__,           \
        float* __restrict__, const int* __restrict__, int, int, int, int, float);

DECODE(128, 64, 8, 64)
DECODE(128, 16, 8, 64)
DECODE(64, 64, 8, 128)
#define COMBINED(D, SPLITS, GROUP)                                                                                   \
    template __tile_global__ void combined<bf16, D, SPLITS, GROUP>(const float* __restrict__, const float* __restrict__, \
                                                                   bf16* __restrict__, int, int);

COMBINED(128, 16, 8)
COMBINED(128, 32, 8)
COMBINED(64, 16, 8)

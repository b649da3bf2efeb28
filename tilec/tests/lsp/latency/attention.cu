// Attention forward: O = softmax(Q K^T * scale) V for each of `heads` heads, each S x D.

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T, int D, int BM, int BN>
__tile_global__ void attention(const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v, T* __restrict__ o,
                               int heads, int length, float scale) {
    q = ct::assume_aligned(q, 16_ic);
    k = ct::assume_aligned(k, 16_ic);
    v = ct::assume_aligned(v, 16_ic);
    o = ct::assume_aligned(o, 16_ic);
    using Head = ct::shape<1, BM, D>;
    ct::partition_view vq{ct::tensor_span{q, ct::extents{heads, length, D}}, Head{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{heads, length, D}}, ct::shape<1, BN, D>{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{heads, length, D}}, ct::shape<1, BN, D>{}};
    ct::partition_view vo{ct::tensor_span{o, ct::extents{heads, length, D}}, Head{}};

    auto [block, head, z] = ct::bid();
    auto query = ct::reshape(vq.load_masked(head, block, 0), ct::shape<BM, D>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, D>>>();
    auto sum = ct::zeros<ct::tile<float, ct::shape<BM, 1>>>();
    auto max = ct::full<ct::tile<float, ct::shape<BM, 1>>>(-1e30f);
    for (int step : ct::irange(0, length / BN)) {
        auto key = ct::transpose(ct::reshape(vk.load_masked(head, step, 0), ct::shape<BN, D>{}));
        auto s = ct::mma(query, key, ct::zeros<ct::tile<float, ct::shape<BM, BN>>>());
        auto next = ct::max(max, ct::reduce_max<1>(s) * scale);
        auto p = ct::exp2(s * scale - next, ct::round_subnormals_to_zero_t{});
        auto alpha = ct::exp2(max - next, ct::round_subnormals_to_zero_t{});
        sum = sum * alpha + ct::sum<1>(p);
        max = next;
        auto value = ct::reshape(vv.load_masked(head, step, 0), ct::shape<BN, D>{});
        acc = ct::mma(ct::element_cast<T>(p), value, acc * alpha);
    }
    vo.store_masked(ct::reshape(ct::element_cast<T>(acc / sum), Head{}), head, block, 0);
}

#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

constexpr int kHeads = 8;
constexpr int kHidden = 768;
constexpr int kHeadDim = kHidden / kHeads;

template <int BM>
__tile_global__ void scale_q(const __half* __restrict__ q, __half* __restrict__ out, int length, float scale) {
    using Block = ct::shape<BM, kHeadDim>;
    ct::partition_view vq{ct::tensor_span{q, ct::extents{length, kHeadDim}}, Block{}};
    ct::partition_view vo{ct::tensor_span{out, ct::extents{length, kHeadDim}}, Block{}};
    auto i = ct::bid().x;
    auto x = ct::element_cast<float>(vq.load_masked(i, 0));
    vo.store_masked(ct::element_cast<__half>(x * scale), i, 0);
}

template __tile_global__ void scale_q<64>(const __half* __restrict__, __half* __restrict__, int, float);

// shapes: a block of 96 columns that has a name
// The type is wrong where it is declared: errors about its uses would follow from it.

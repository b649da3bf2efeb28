#include "cuda_tile.h"
namespace ct = cuda::tiles;

using namespace ct::literals;

__tile_global__ void product(const float* a, const float* b, float* c, int n) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{n, n}}, ct::shape{64_ic, 32_ic}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{n, n}}, ct::shape{32_ic, 64_ic}};
    auto p = va.load_masked(0, 0) * vb.load_masked(0, 0);
    *c = static_cast<float>(ct::sum<0>(ct::sum<1>(p)));
}

// types: A product by an asterisk
// `*` multiplies element by element; `ct::mma` is the matrix product.

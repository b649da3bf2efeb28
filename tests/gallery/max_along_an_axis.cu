#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void softmax(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape<2, 512>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{rows, cols}}, ct::shape<2, 512>{}};
    auto block = ct::bid().x;
    auto x = from.load_masked(ct::view_padding_negative_inf_t{}, block, 0);
    auto e = ct::exp(x - ct::max<1>(x));
    to.store_masked(e / ct::sum<1>(e), block, 0);
}

// names: `max` along an axis
// A reduction has a name of its own.

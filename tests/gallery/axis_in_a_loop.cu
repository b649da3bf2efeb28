#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void total(const float* in, float* out, int rows, int cols) {
    ct::partition_view v{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape<32, 32>{}};
    auto x = v.load_masked(ct::bid().x, ct::bid().y);
    float result = 0.0f;
    for (int axis = 0; axis < 2; ++axis) {
        auto part = ct::sum<axis>(x);
        result += static_cast<float>(ct::reduce_max<0>(ct::reduce_max<1>(part)));
    }
    ct::atomic_add(out, result, ct::memory_order_relaxed_t{});
}

// blocks: an axis that a loop counts
// Axes are template arguments.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void sums(const float* in, float* out) {
    auto block = ct::partition_view{ct::tensor_span{in, ct::extents{32, 64}}, ct::shape<32, 64>{}};
    auto column = ct::partition_view{ct::tensor_span{out, ct::extents{32}}, ct::shape<32>{}};
    auto total = ct::sum<1>(block.load(0, 0));
    column.store(total, 0);
}

// shapes: A reduced block in a view of rank 1
// A reduction keeps its axis, with length 1.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void to_planes(const float* in, float* out) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{8, 16, 32}}, ct::shape<8, 16, 32>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{32, 8, 16}}, ct::shape<32, 8, 16>{}};
    to.store(ct::permute(from.load(0, 0, 0), ct::dimension_map{2, 0, 1}), 0, 0, 0);
}

// shapes: Three axes of a permutation as numbers
// The order of the axes decides the shape of the result: `dimension_map` has them as template arguments, or takes constants.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void kernel(const float* in, float* out) {
    ct::partition_view v{ct::tensor_span{in, ct::extents{64, 64}}, ct::shape<64, 64>{}};
    out[0] = ct::sum<0, 1>(v.load(0, 0));
}

// shapes: Two axes in one reduction
// A reduction has one axis.

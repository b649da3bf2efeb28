#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void copy(const float* in, float* out, int n) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{n, n}}, ct::shape{16, 16}};
    *out = static_cast<float>(ct::sum<0>(ct::sum<1>(from.load(0, 0))));
}

// shapes: Numbers without _ic in a shape
// `ct::shape{16, 16}` has no constants in it: 16_ic is a constant with a type of its own.

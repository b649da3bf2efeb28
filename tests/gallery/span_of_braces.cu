#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void total(const float* p, float* out, int n) {
    ct::tensor_span t{p, n, n};
    ct::partition_view v{t, ct::shape<16, 16>{}};
    *out = static_cast<float>(ct::sum<0>(ct::sum<1>(v.load_masked(0, 0))));
}

// shapes: A tensor from a pointer and numbers
// The extents of a tensor are one argument, `ct::extents{n, n}`.

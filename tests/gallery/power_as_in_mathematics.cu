#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void variance(const float* __restrict__ in, float* __restrict__ out, int n) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{n}}, ct::shape<1024>{}};
    auto x = from.load_masked(ct::bid().x);
    auto mean = ct::sum<0>(x) / 1024.0f;
    auto d = x - mean;
    auto var = ct::sum<0>(d ^ 2) / 1024.0f;
    out[ct::bid().x] = var;
}

// cpp: `^` as a power
// It is exclusive or.

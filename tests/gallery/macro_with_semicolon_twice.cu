#include "cuda_tile.h"

namespace ct = cuda::tiles;

#define BLOCK 128;

__tile_global__ void clamp01(const float* __restrict__ in, float* __restrict__ out, int n) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{n}}, ct::shape<BLOCK>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{n}}, ct::shape<BLOCK>{}};
    auto b = ct::bid().x;
    to.store_masked(ct::min(ct::max(from.load_masked(b), 0.0f), 1.0f), b);
}

// cpp: a macro with a semicolon, used twice
// The definition is the mistake.

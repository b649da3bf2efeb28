#include "cuda_tile.h"

using namespace cuda::tiles;

__tile_global__ void clip(const float* __restrict__ in, float* __restrict__ out, int n) {
    partition_view from{tensor_span{in, extents{n}}, shape<256>{}};
    partition_view to{tensor_span{out, extents{n}}, shape<256>{}};
    auto block = bid().x;
    auto x = from.load_masked(block);
    auto max = reduce_max<0>(x);
    auto y = max(x, 0.5f * max);
    to.store_masked(y, block);
}

// cpp: a variable with the name of a function
// It hides the function.

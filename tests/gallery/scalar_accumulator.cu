#include "cuda_tile.h"

namespace ct = cuda::tiles;

constexpr int Tile = 128;

__tile_global__ void column_sum(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape<1, Tile>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{1, cols}}, ct::shape<1, Tile>{}};
    auto j = ct::bid().x;
    auto acc = 0.0f;
    for (int i : ct::irange(0, rows))
        acc = acc + from.load_masked(i, j);
    to.store_masked(acc, 0, j);
}

// shapes: a scalar as accumulator of tiles
// The declaration is the mistake, and errors about its uses would follow from it.

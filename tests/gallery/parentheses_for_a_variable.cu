#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void row_max(const float* x, float* out, int n) {
    using Tile = ct::tile<float, ct::shape<32, 32>>;
    ct::partition_view vx{ct::tensor_span{x, ct::extents{32, n}}, ct::shape<32, 32>{}};
    Tile largest();
    for (int step : ct::irange(0, n / 32)) largest = ct::max(largest, vx.load(0, step));
    ct::partition_view to{ct::tensor_span{out, ct::extents{32, 32}}, ct::shape<32, 32>{}};
    to.store(largest, 0, 0);
}

// cpp: Parentheses for an empty initialiser
// `T x();` declares a function.

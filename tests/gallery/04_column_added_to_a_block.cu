#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void add_bias(float* p, const float* bias) {
    auto row = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto at = ct::reshape(ct::iota<ct::tile<int, ct::shape<64 * 32>>>(), ct::shape<64, 32>{});
    ct::store(p + at, ct::load(p + at) + ct::load(bias + row));
}

// shapes: A column added to a block
// Shapes are aligned at their last dimension, as in NumPy: a column is `shape<64, 1>`.

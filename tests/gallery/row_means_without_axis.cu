#include "cuda_tile.h"

namespace ct = cuda::tiles;

constexpr int ROWS = 32;
constexpr int COLS = 128;

__tile_global__ void centre(const float* __restrict__ in, float* __restrict__ out, int rows) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{rows, COLS}}, ct::shape<ROWS, COLS>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{rows, COLS}}, ct::shape<ROWS, COLS>{}};
    auto b = ct::bid().x;
    auto x = from.load_masked(b, 0);
    auto mean = ct::reshape(ct::sum<1>(x), ct::shape<ROWS>{}) / float(COLS);
    auto centred = x - mean;
    to.store_masked(centred, b, 0);
}

// shapes: row means without their axis
// As in NumPy without `keepdims`: a column of 32 values is `32x1`.

#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void pick(const float* values, const int* order, float* out, int m, int n) {
    auto rows = static_cast<int>(ct::bid().x) * 32 + ct::iota<ct::tile<int, ct::shape<32>>>();
    auto cols = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto row_ok = rows < m;
    auto col_ok = cols < n;
    auto idx = ct::load_masked(order + rows, col_ok, 0);
    auto column = ct::sum<0>(ct::select(col_ok, cols, ct::zeros<ct::tile<int, ct::shape<64>>>()));
    auto v = ct::load_masked(values + idx, row_ok, 0.0f);
    ct::store_masked(out + rows, v + ct::element_cast<float>(column), row_ok);
}

// shapes: a mask of other indices
// The mask has the shape of the pointers.

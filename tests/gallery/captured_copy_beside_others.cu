#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void row_sums(const float* x, float* sums, int m, int n) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, n}}, ct::shape<32, 64>{}};
    ct::partition_view vs{ct::tensor_span{sums, ct::extents{m, 1}}, ct::shape<32, 1>{}};
    int row = static_cast<int>(ct::bid().x);
    auto acc = ct::zeros<ct::tile<float, ct::shape<32, 1>>>();
    auto add_tile = [=](int step) { acc = acc + ct::sum<1>(vx.load_masked(row, step)); };
    for (int step : ct::irange(0, n / 64)) add_tile(step);
    vs.store_masked(acc, row, 0);
}

// cpp: A captured copy that is changed, beside other captures
// The captures that the proposal names keep the others as they are.

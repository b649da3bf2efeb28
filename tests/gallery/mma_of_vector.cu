#include "cuda_tile.h"
namespace ct = cuda::tiles;

using namespace ct::literals;

__tile_global__ void product(const float* a, const float* x, float* y, int n) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{n, n}}, ct::shape{64_ic, 64_ic}};
    ct::partition_view vx{ct::tensor_span{x, ct::extents{n}}, ct::shape{64_ic}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    acc = ct::mma(va.load_masked(0, 0), vx.load_masked(0), acc);
    *y = static_cast<float>(ct::sum<0>(ct::sum<1>(acc)));
}

// types: mma of a matrix and a vector
// Both operands are matrices; a vector is a matrix of one column.

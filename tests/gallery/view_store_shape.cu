#include "cuda_tile.h"
namespace ct = cuda::tiles;

using namespace ct::literals;

__tile_global__ void sums(const float* in, float* out, int n) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{n, n}}, ct::shape{16_ic, 16_ic}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{n}}, ct::shape{16_ic}};
    to.store_masked(ct::sum<1>(from.load_masked(0, 0)), 0);
}

// shapes: A row stored through a view of blocks
// A reduction keeps the axis with extent 1.

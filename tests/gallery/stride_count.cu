#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void k(float* p, int n) {
    ct::layout_strided_mapping map{ct::extents{n, n}, ct::extents{n}};
    ct::partition_view v{ct::tensor_span{p, map}, ct::shape{16_ic, 16_ic}};
    v.store_masked(v.load_masked(0, 0), 0, 0);
}

// shapes: One stride for two axes
// A layout has a stride for each axis.

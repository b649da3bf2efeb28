#include "cuda_tile.h"
namespace ct = cuda::tiles;

using namespace ct::literals;

__tile_global__ void copy(const float* in, float* out, int rows, int cols) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape{16_ic, 16_ic}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{rows, cols}}, ct::shape{16_ic, 16_ic}};
    to.store(from.load(ct::bid().x), ct::bid().x, 0);
}

// shapes: One index for a view of two dimensions
// A view has an index for each dimension.

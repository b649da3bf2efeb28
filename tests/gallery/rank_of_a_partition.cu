#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p, int rows, int cols) {
    ct::partition_view v{ct::tensor_span{p, ct::extents{rows, cols}}, ct::shape<1024>{}};
    v.store_masked(v.load_masked(ct::bid().x), ct::bid().x);
}

// shapes: A tile with fewer axes than its tensor
// A part of a row of a matrix has two axes.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void copy(float* p, int n) {
    ct::partition_view v{ct::tensor_span{p, ct::extents{n, n}}, ct::shape<16>{}};
    v.store(v.load(0), 0);
}

// shapes: A view of one dimension over a matrix
// The shape has a length for each dimension of the span: `ct::shape<1, 16>`.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void row_sums(const float* in, float* out, int m, int n) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{m, n}}, ct::shape<32, 128>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{m, 1}}, ct::shape<32, 1>{}};
    to.store_masked(ct::sum(from.load_masked(ct::bid().x, 0), 1), ct::bid().x, 0);
}

// shapes: The axis of a row sum as a number
// The axis decides the shape of the result, so it is a template argument or an argument whose type has the value.

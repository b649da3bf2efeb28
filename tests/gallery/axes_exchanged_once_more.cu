#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(const float* p, float* q, int n) {
    ct::partition_view a{ct::tensor_span{p, ct::extents{n, n, n}}, ct::shape<4, 8, 16>{}};
    ct::partition_view b{ct::tensor_span{q, ct::extents{n, n, n}}, ct::shape<4, 8, 16>{}};
    b.store_masked(ct::permute(a.load_masked(0, 0, 0), ct::dimension_map<1, 0, 2>{}), 0, 0, 0);
}

// shapes: Axes that were exchanged once too often
// A permutation exchanges the lengths too; `reshape` would only give the elements other places.

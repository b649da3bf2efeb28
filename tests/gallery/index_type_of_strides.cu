#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p, int n, long long pitch) {
    ct::layout_strided_mapping mapping{ct::extents{n, n}, ct::extents<long long, ct::dynamic_extent, 1>{pitch}};
    ct::partition_view v{ct::tensor_span{p, mapping}, ct::shape<16, 16>{}};
    v.store_masked(v.load_masked(0, 0), 0, 0);
}

// types: Strides of another index type
// Extents and strides of a mapping have one index type.

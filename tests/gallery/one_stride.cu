#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void window(float* p, int rows, int cols, int ld) {
    ct::layout_strided_mapping layout{ct::extents{rows, cols}, ct::extents{ld}};
    ct::partition_view v{ct::tensor_span{p, layout}, ct::shape<16, 16>{}};
    v.store_masked(v.load_masked(0, 0), 0, 0);
}

// shapes: One stride for two axes
// Each axis has a stride.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void clear(int* p, int rows, int pitch) {
    ct::tensor_span part{p, ct::extents{rows, 16}, ct::strides{pitch, 1}};
    ct::partition_view view{part, ct::shape<8, 16>{}};
    view.store(ct::zeros<ct::tile<int, ct::shape<8, 16>>>(), ct::bid().x, 0);
}

// types: Strides where a mapping is expected
// A tensor is made of a pointer and a mapping, which has the extents and the strides.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void clear(float* out) {
    auto z = ct::zeros<ct::shape<64>>();
    ct::store(out + ct::iota<ct::tile<int, ct::shape<64>>>(), z);
}

// types: zeros of a shape
// `zeros` needs the element type too.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void clear(float* p) {
    auto z = ct::zeros<ct::tile<ct::shape<64>, float>>();
    ct::store(p + ct::iota<ct::tile<int, ct::shape<64>>>(), z);
}

// cpp: A tile with its arguments exchanged
// The element type comes first.

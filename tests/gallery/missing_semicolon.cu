#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void clear(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>()
    ct::store(p + at, 0.0f * ct::load(p + at));
}

// cpp: A missing semicolon
// A declaration ends with `;`.

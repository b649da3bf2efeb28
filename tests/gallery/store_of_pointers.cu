#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void copy(const float* p, float* q) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(q + at, p + at);
}

// types: Pointers stored in place of what they point to
// `load` reads the elements.

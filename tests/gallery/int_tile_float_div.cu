#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, at / 2.0f);
}

// types: An index divided by a float
// The elements decide the type; convert them first.

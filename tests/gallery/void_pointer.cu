#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(void* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, 1.0f);
}

// types: Arithmetic on void*
// A step has the size of an element.

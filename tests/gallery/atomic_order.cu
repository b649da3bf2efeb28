#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::atomic_add(p + at, 1.0f, memory_order_relaxed);
}

// types: A memory order of the C++ library
// The orders are types of the library, so that the compiler knows them.

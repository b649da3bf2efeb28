#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::atomic_add(p, at, 1.0f);
}

// types: An atomic addition without a memory order
// The pointers carry the index, `p + at`, and the order of memory is the last argument.

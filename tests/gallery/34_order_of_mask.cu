#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void copy(float* p, int n) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load_masked(p + at, at < n);
    ct::store_masked(p + at, at < n, x);
}

// types: The mask before the value
// A store takes pointers, then values, then a mask.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void copy(float* p, int n) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = tl.load(p + at, at < n);
    ct::store(p + at, x);
}

// names: A load of Triton
// The mask is an argument of `load_masked`.

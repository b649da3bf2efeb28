#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = tl::load(p + at);
    ct::store(p + at, x);
}

// names: The module of Triton
// The library is a namespace.

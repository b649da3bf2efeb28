#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p, int n) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(p + at, mask = at < n);
    ct::store(p + at, x);
}

// names: A named argument
// Arguments are told by their order.

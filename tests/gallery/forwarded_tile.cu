#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <ct::basic_floating_point_tile X> __tile__ auto twice(X&& x) { return x + x; }

__tile_global__ void k(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(p + at);
    ct::store(p + at, twice(x));
}

// types: A parameter `X&&` of a constrained type
// A variable makes a reference of `X`, and no reference is a tile.

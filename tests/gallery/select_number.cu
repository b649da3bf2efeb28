#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(p + at);
    ct::store(p + at, ct::select(x > 0, x, 0));
}

// types: A choice between a tile and a number
// `select` takes two values of one type: make a tile of the number.

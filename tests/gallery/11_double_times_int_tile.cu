#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void half_of(int* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, 0.5 * ct::load(p + at));
}

// types: A double times a tile of int
// A scalar takes the type of the tile beside it, if that loses nothing.

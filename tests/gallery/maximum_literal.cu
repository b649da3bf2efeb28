#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, ct::max(ct::load(p + at), 0.0));
}

// types: A maximum with a literal of double
// A number beside a tile is converted to its elements, if that loses nothing.

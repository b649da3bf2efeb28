#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(__half* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, ct::load(p + at));
}

// cpp: __half without its header
// The header of the type defines it.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <class Tile>
__tile__ auto first(Tile x) { Tile::element_type y = 0; return y; }

__tile_global__ void k(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    p[0] = first(ct::load(p + at));
}

// cpp: A type of a template parameter without typename
// A name that depends on a parameter is a value unless `typename` stands before it.

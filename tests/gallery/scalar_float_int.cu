#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(int* p, float s) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, ct::load(p + at) * s);
}

// types: A float beside a tile of int
// A product with a number of type `float` needs elements of `float`.

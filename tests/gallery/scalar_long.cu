#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(int* p, long long n) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, ct::load(p + at) + n);
}

// types: A 64-bit number beside a tile of int
// A number beside a tile takes the type of its elements, if that loses nothing.

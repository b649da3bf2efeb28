#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(int* p, unsigned n) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, ct::load(p + at) + n);
}

// types: An unsigned number beside a tile of int
// An `unsigned` number has values that `int` has not.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void total(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(p + at);
    x = ct::sum<0>(x);
    ct::store(p + at, x);
}

// shapes: A sum assigned to its operand
// A reduction keeps the dimension with length 1: the result has another type.

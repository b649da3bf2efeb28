#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void square(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, ct::pow(ct::load(p + at), 2));
}

// types: An int as an exponent
// `pow` takes floating point.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void square(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, ct::powi(ct::load(p + at), 2u));
}

// types: An unsigned number as an exponent
// `powi` takes signed integers of at most 32 bits, and bool.

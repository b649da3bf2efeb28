#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void total(const float* in, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto sum = ct::sum<0>(ct::load(in + at));
    ct::store(out + at, ct::reshape(sum, ct::shape<1>{}));
}

// shapes: A store of another shape
// Pointers and values of a store have one shape.

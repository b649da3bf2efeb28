#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void part(const float* in, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto half = ct::extract<ct::shape<128>>(ct::load(in + at), 0);
    *out = static_cast<float>(ct::sum<0>(half));
}

// shapes: A part that does not divide the tile
// A part is not larger than the tile.

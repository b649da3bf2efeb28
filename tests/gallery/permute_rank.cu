#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void transpose(const float* in, float* out) {
    auto at = ct::reshape(ct::iota<ct::tile<int, ct::shape<256>>>(), ct::shape<16, 16>{});
    ct::store(out + at, ct::permute(ct::load(in + at), ct::dimension_map<0, 2, 1>{}));
}

// shapes: A permutation of three axes for two
// A map has a place for each axis.

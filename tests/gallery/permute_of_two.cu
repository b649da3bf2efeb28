#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void transpose(const float* in, float* out) {
    auto at = ct::reshape(ct::iota<ct::tile<int, ct::shape<256>>>(), ct::shape<16, 16>{});
    ct::store(out + at, ct::permute(ct::load(in + at), ct::dimension_map<0, 0>{}));
}

// shapes: A permutation that names an axis twice
// Each axis of the result is another axis of the operand.

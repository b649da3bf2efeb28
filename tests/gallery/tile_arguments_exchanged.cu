#include "cuda_tile.h"

namespace ct = cuda::tiles;

using Vec = ct::tile<ct::shape<64>, float>;

__tile__ Vec lerp(Vec a, Vec b, float t) {
    return a + (b - a) * t;
}

__tile_global__ void blend(const float* p, const float* q, float* out, float t) {
    auto at = ct::bid().x * 64 + ct::iota<ct::tile<unsigned, ct::shape<64>>>();
    ct::store(out + at, lerp(ct::load(p + at), ct::load(q + at), t));
}

// types: the shape before the element type
// The element type comes first.

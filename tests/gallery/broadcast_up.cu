#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void repeat(const float* in, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto twice = ct::broadcast(ct::load(in + at), ct::shape<128>{});
    ct::store(out + ct::iota<ct::tile<int, ct::shape<128>>>(), twice);
}

// shapes: A broadcast that multiplies an extent
// Only an extent of 1 is repeated.

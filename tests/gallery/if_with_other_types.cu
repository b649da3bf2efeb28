#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void pick(const float* in, float* out, bool wide) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(in + at);
    if (wide) x = ct::load(in + ct::iota<ct::tile<int, ct::shape<128>>>());
    ct::store(out + at, x);
}

// cpp: Two shapes in two branches
// A variable has one type.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void twice(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    const auto x = ct::load(p + at);
    x = x + x;
    ct::store(p + at, x);
}

// cpp: An assignment to const
// `const auto` is for what does not change.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void relu(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(p + at);
    if (x < 0.0f) x = 0.0f * x;
    ct::store(p + at, x);
}

// blocks: A tile as the condition of an if
// A tile block takes one way. `ct::select` chooses for each element.

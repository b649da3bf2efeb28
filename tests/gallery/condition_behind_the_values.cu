#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void relu(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(p + at);
    ct::store(p + at, ct::select(x, 0.0f, x > 0.0f));
}

// blocks: The condition of `select` behind its values
// The condition is the first argument of `select`.

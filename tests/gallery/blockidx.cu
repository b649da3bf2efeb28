#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void copy(const float* in, float* out) {
    int first = blockIdx.x * 64;
    auto at = first + ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(out + at, ct::load(in + at));
}

// blocks: blockIdx for bid
// `ct::bid()` is the index of a tile block.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void clear(float* p, int n) {
    for (auto i : ct::irange(ct::bid().x, n, ct::num_blocks().x)) p[i] = 0.0f;
}

// blocks: A range from a block number to a signed number
// The numbers of tile blocks are unsigned.

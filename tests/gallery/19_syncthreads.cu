#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void swap(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(p + at);
    __syncthreads();
    ct::store(p + (63 - at), x);
}

// blocks: A barrier in a tile kernel
// A tile block runs as one thread: what it wrote it can read.

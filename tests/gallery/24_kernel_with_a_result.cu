#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ float total(const float* in) {
    return static_cast<float>(ct::sum<0>(ct::load(in + ct::iota<ct::tile<int, ct::shape<64>>>())));
}

// cpp: A kernel that returns something
// A launch has no result: write it to memory.

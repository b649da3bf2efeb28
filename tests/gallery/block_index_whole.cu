#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Fills out[0..n) with one value.
__tile_global__ void fill(float* out, float value, int n) {
    int b = ct::bid();
    auto at = b * 128 + ct::iota<ct::tile<int, ct::shape<128>>>();
    ct::store_masked(out + at, ct::full<ct::tile<float, ct::shape<128>>>(value), at < n);
}

// blocks: the block index without its component
// It has three.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p, int n) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(p + at, at < n, other = 0.0f);
    ct::store(p + at, x);
}

// names: The argument other of Triton
// `load_masked` takes the mask and the padding in this order.

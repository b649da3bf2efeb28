#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void relu(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(p + at);
    ct::store(p + at, ct::where(x < 0.0f, 0.0f * x, x));
}

// names: A name of NumPy
// The table of [names](book/src/names.md) has more of them.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void copy(const float* in, float* out, int n) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto inside = ct::iota<ct::tile<int, ct::shape<32>>>() < n;
    ct::store_masked(out + at, ct::load_masked(in + at, inside), inside);
}

// shapes: A mask of another shape
// A mask says for each element whether it is there.

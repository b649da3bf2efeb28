#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p, int n) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, 1.0f, at > 0 && at < n);
}

// types: A mask in a plain store
// `store` has no mask; `store_masked` takes it behind the value.

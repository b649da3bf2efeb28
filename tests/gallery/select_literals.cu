#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    ct::store(p + at, ct::select(at > 3, 1.0, 0.0));
}

// types: A choice between two numbers
// The values have the shape; the condition follows it.

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(p + at);
    auto y = ct::broadcast(x, ct::shape<32>{});
    ct::store(p + at, y);
}

// shapes: A broadcast to fewer elements
// A broadcast repeats dimensions of length 1 and changes no other.

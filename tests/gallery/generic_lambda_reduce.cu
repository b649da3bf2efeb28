#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    p[0] = ct::reduce<0>(ct::load(p + at), [](float a, float b) { return a > b; });
}

// names: reduce with a function
// The reductions of the library are named by their operation.

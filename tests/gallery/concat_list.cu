#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void k(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(p + at);
    auto y = ct::concatenate({x, x});
    ct::store(p + ct::iota<ct::tile<int, ct::shape<128>>>(), y);
}

// names: concatenate of NumPy
// `cat` takes two tiles and the axis as a template argument.

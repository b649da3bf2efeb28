// case: axis_too_large
// spec: 2.6.2 reduction_result_t
// reject: E0312 the tile has axes 0 and 1
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int* out) {
    auto x = ct::iota<ct::tile<int, ct::shape<2, 4>>>();
    auto s = ct::sum(x, 2_ic);
    *out = 1;
}

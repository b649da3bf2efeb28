// case: shape_not_a_power_of_two
// spec: 1.6 Tiles
// accept: 4 is
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    auto x = ct::zeros<ct::tile<int, ct::shape<4>>>();
    *out = 1;
}

// case: shape_not_a_power_of_two
// spec: 1.6 Tiles
// reject: E0404 each extent of a tile is a power of two
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    auto x = ct::zeros<ct::tile<int, ct::shape<3>>>();
    *out = 1;
}

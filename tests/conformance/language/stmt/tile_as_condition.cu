// case: tile_as_condition
// spec: tile: 2.9 a tile of several elements is not a condition
// reject: E0503 a tile of four has no truth value
#include "cuda_tile.h"

namespace ct = cuda::tiles;
extern "C" __tile_global__ void test(int* out) {
    auto index = ct::iota<ct::tile<int, ct::shape<4>>>();
    if (index > 1) out[0] = 1;
}

// case: tile_as_condition
// spec: tile: 2.6 `any_of` reduces it
// accept: one truth value
#include "cuda_tile.h"

namespace ct = cuda::tiles;
extern "C" __tile_global__ void test(int* out) {
    auto index = ct::iota<ct::tile<int, ct::shape<4>>>();
    if (ct::any_of(index > 1, ct::integral_constant<0>{})) out[0] = 1;
}

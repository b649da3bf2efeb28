// case: assumption_is_a_value
// spec: tile: 2.15 Assumptions
// accept: the same, corrected
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out) {
    auto p = cuda::tiles::assume_aligned(out, cuda::tiles::integral_constant<16>{});
    *p = 1;
}

// case: assumption_is_a_value
// spec: tile: 2.15 Assumptions
// warns: E0532 only the value that is returned carries the assumption
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out) {
    cuda::tiles::assume_aligned(out, cuda::tiles::integral_constant<16>{});
    *out = 1;
}

// case: padding_overflows
// spec: 2.10.8 layout_left_padded_mapping
// ub: rule 21: 250 rounded up to a multiple of 100 is not an unsigned char
// arg: u8 = 250
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(unsigned char rows, int* out) {
    ct::layout_left_padded_mapping m{ct::extents<unsigned char, ct::dynamic_extent, 2>{rows}, 100};
    out[0] = m.stride(1);
}

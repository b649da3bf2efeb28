// case: stride_overflows
// spec: 3.1 Undefined Behavior Annex
// ub: rule 21: the stride of the first dimension of 2 x 300 x 300 is not a 16-bit number
// arg: u16 = 300
// arg: out u16[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(unsigned short n, unsigned short* out) {
    ct::layout_right_mapping m{ct::extents<unsigned short, 2, ct::dynamic_extent, ct::dynamic_extent>{n, n}};
    out[0] = m.stride(0);
}

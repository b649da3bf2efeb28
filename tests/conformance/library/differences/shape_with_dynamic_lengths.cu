// case: shape_with_dynamic_lengths
// spec: 2.8.3 shape
// arg: i32 = 3
// arg: out u32[4]
// expect: [4, 3, 3, 7]
// note: the alias asks for static lengths; nvcc does not, neither through deduction, and neither does tilec.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using Open = ct::shape<4, ct::dynamic_extent>;
static_assert(!ct::shape_like<Open> && Open::rank_dynamic() == 1);

extern "C" __tile_global__ void test(int n, unsigned* out) {
    Open a{n};
    ct::shape b{n, 7};
    out[0] = a.extent(0);
    out[1] = a.extent(1);
    out[2] = b.extent(0);
    out[3] = b.extent(1);
}

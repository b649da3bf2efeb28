// case: static_and_dynamic
// spec: 2.8.1 extents
// arg: u32 = 6
// arg: out u32[4]
// expect: [4, 6, 1, 2]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(unsigned n, unsigned* out) {
    ct::extents<unsigned, 4, ct::dynamic_extent> e{n};
    static_assert(e.rank() == 2 && e.rank_dynamic() == 1 && e.static_extent(0) == 4);
    out[0] = e.extent(0);
    out[1] = e.extent(1);
    ct::extents deduced{4_ic, n};
    static_assert(__is_same(decltype(deduced), ct::extents<unsigned, 4, ct::dynamic_extent>));
    out[2] = e == deduced;
    out[3] = (ct::extents{4, 7} == e) + 2;
}

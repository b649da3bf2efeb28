// case: example_three_objects
// spec: 1.5 Extents (example)
// arg: u32 = 4
// arg: u32 = 8
// arg: out u32[6]
// expect: [4, 8, 4, 8, 4, 8]
#include <cstdint>
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using All = ct::extents<uint32_t, 4, 8>;
using One = ct::extents<uint32_t, ct::dynamic_extent, 8>;
using None = ct::extents<uint32_t, ct::dynamic_extent, ct::dynamic_extent>;
static_assert(All::rank_dynamic() == 0 && One::rank_dynamic() == 1 && None::rank_dynamic() == 2);
static_assert(sizeof(One) == sizeof(uint32_t) && sizeof(None) == 2 * sizeof(uint32_t));
static_assert(One::static_extent(0) == ct::dynamic_extent && One::static_extent(1) == 8);

extern "C" __tile_global__ void test(uint32_t four, uint32_t eight, uint32_t* out) {
    All a{};
    One b{four};
    None c{four, eight};
    for (int i = 0; i < 2; ++i) {
        out[i] = a.extent(i);
        out[2 + i] = b.extent(i);
        out[4 + i] = c.extent(i);
    }
}

// case: example_four_by_seven
// spec: 2.8 Extents (examples)
// arg: i32 = 7
// arg: i32 = 42
// arg: out i32[10]
// expect: [4, 7, 4, 7, 8, 42, 3, 8, 42, 3]
#include <cstdint>
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

static_assert(__is_same(decltype(ct::extents{4_ic, 7}), ct::extents<uint32_t, 4, ct::dynamic_extent>));
static_assert(__is_same(ct::shape<33, 0>::index_type, uint32_t) && ct::shape<33, 0>{}.extent(0) == 33 && ct::shape<33, 0>{}.extent(1) == 0);

extern "C" __tile_global__ void test(int seven, int n, int* out) {
    ct::extents                                x{4_ic, seven};
    ct::extents<uint32_t, 4, ct::dynamic_extent> y{seven};
    static_assert(__is_same(decltype(x), decltype(y)));
    ct::extents<int32_t, 8, ct::dynamic_extent, 3> e{n};
    ct::extents<int32_t, 8, ct::dynamic_extent, 3> f{8, n, 3};
    for (int i = 0; i < 2; ++i) {
        out[i] = x.extent(i);
        out[2 + i] = y.extent(i);
    }
    for (int i = 0; i < 3; ++i) {
        out[4 + i] = e.extent(i);
        out[7 + i] = f.extent(i);
    }
}

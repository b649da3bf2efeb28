// case: permute
// spec: 2.3.9 Permute
// arg: out i32[16]
// expect: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15]
// note: dimension k of the result is dimension map[k] of the source: 2x2x4 becomes 4x2x2.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int* out) {
    auto x = ct::iota<ct::tile<int, ct::shape<2, 2, 4>>>();
    auto y = ct::permute(x, ct::dimension_map{2_ic, 0_ic, 1_ic});
    static_assert(__is_same(decltype(y), ct::tile<int, ct::shape<4, 2, 2>>));
    ct::store(out + ct::iota<decltype(y)>(), y);
}

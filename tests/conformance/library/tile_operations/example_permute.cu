// case: example_permute
// spec: 2.3.9 permute (example)
// rows: 2.3.9-1
// arg: out i32[16]
// expect: [0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15]
// note: the drawing has the columns of index (i, j, .) below each other: dimension 0 of the result is the last one of x.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* out) {
    auto x = ct::iota<ct::tile<int, ct::shape<4, 2, 2>>>();
    auto r = ct::permute(x, ct::dimension_map{2_ic, 0_ic, 1_ic});
    static_assert(__is_same(decltype(r), ct::tile<int, ct::shape<2, 4, 2>>));
    put(out, r);
}

// case: example_reshape
// spec: 2.3.7 reshape (example)
// rows: 2.3.7-1
// arg: out i32[8]
// expect: [0, 1, 2, 3, 4, 5, 6, 7]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* out) {
    auto x = ct::iota<ct::tile<int, ct::shape<2, 4>>>();
    auto y = ct::reshape(x, ct::shape{4_ic, 2_ic});
    static_assert(__is_same(decltype(y), ct::tile<int, ct::shape<4, 2>>));
    for (int row = 0; row < 4; ++row) {
        put(out + 2 * row, ct::extract(y, ct::shape{1_ic, 2_ic}, row, 0));
    }
}

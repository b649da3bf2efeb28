// case: example_any_of
// spec: 2.6.6 any_of (example)
// rows: 2.6.6-1
// arg: out bool[4]
// expect: [true, true, true, false]
// note: the listing calls `all_of`; the drawn result is that of `any_of`.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(bool* out) {
    using i32x2x4 = ct::tile<int, ct::shape<2, 4>>;

    bool xData[2][4] = {
        {true, true, false, false},
        {true, false, true, false},
    };

    auto x = ct::load(&xData[0][0] + ct::iota<i32x2x4>());

    auto r = ct::any_of(x, 0_ic);
    put(out, r);
}

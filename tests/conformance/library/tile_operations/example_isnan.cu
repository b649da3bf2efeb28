// case: example_isnan
// spec: 2.3.6 isnan (example)
// rows: 2.3.6-1
// arg: out bool[4]
// expect: [false, false, true, false]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(bool* out) {
    using i32x4 = ct::tile<int, ct::shape<4>>;

    float xData[4] = {
        1.0 / 0.0, // positive inf
        -1.0 / 0.0, // negative inf
        0.0 / 0.0, // NaN
        1.0, // finite
    };

    auto x = ct::load(&xData[0] + ct::iota<i32x4>());
    auto r = ct::isnan(x);
    put(out, r);
}

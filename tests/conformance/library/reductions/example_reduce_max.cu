// case: example_reduce_max
// spec: 2.6.3 reduce_max (example)
// rows: 2.6.3-1
// arg: out f32[4]
// expect: [10, 22, 10, 22]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(float* out) {
    using i32x2x4 = ct::tile<int, ct::shape<2, 4>>;

    float xData[2][4] = {
        {0, 10, 2, 5},
        {-3, 2, 22, 7},
    };

    auto x = ct::load(&xData[0][0] + ct::iota<i32x2x4>());

    auto r0 = ct::reduce_max(x, 1_ic); // No flags

    auto r1 = ct::reduce_max(x, 1_ic, // With flags
                     ct::suppress_nan_t{},
                     ct::preserve_subnormals_t{});
    put(out, r0);
    put(out + 2, r1);
}

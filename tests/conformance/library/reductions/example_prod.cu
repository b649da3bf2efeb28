// case: example_prod
// spec: 2.6.8 prod (example)
// rows: 2.6.8-1
// arg: out f32[4]
// expect: [24, -30, 24, -30]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(float* out) {
    using i32x2x4 = ct::tile<int, ct::shape<2, 4>>;

    float xData[2][4] = {
        {3, 2, 1, 4},
        {-3, 2, 1, 5},
    };

    auto x = ct::load(&xData[0][0] + ct::iota<i32x2x4>());

    auto r0 = ct::prod(x, 1_ic); // No flags

    auto r1 = ct::prod(x, 1_ic, // With flags
                     ct::round_ties_to_even_t{},
                     ct::preserve_subnormals_t{});
    put(out, r0);
    put(out + 2, r1);
}

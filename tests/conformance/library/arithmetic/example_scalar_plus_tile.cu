// case: example_scalar_plus_tile
// spec: 2.2.1 Addition (example)
// arg: out f32[4]
// expect: [5, 6.5, 8, 8.5]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(float* out) {
    using i32x2x2 = ct::tile<int, ct::shape<2, 2>>;
    using f32x2x2 = ct::tile<float, ct::shape<2, 2>>;

    float data[2][2] = {
        {0.0, 1.5},
        {3.0, 3.5},
    };

    f32x2x2 x = ct::load(&data[0][0] + ct::iota<i32x2x2>());
    f32x2x2 result = 5 + x;
    put(out, result);
}

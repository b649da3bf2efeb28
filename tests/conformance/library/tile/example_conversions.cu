// case: example_conversions
// spec: 2.9.1 tile (examples)
// arg: out f32[19]
// expect: [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(float* out) {
    ct::tile<int, ct::shape<>> x{2};

    auto y = ct::full<ct::tile<int, ct::shape<4, 4>>>(2);

    // Tile conversion from integers to floats
    ct::tile<float, ct::shape<4, 4>> z{y};

    using f32x1x1 = ct::tile<float, ct::shape<1, 1>>;
    f32x1x1 s = ct::full<f32x1x1>(2.0f);

    double d{s}; // Performs scalar conversion

    ct::tile t{2};
    static_assert(__is_same(decltype(t), ct::tile<int, ct::shape<>>));
    out[0] = static_cast<float>(x);
    out[1] = d;
    out[2] = static_cast<float>(t);
    put(out + 3, z);
}

// case: example_promotion
// spec: 2.2.2 Arithmetic Promotion (example)
// rows: 2.2.2-1
// arg: out i32[4]
// expect: [0, 1, 2, 3]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* out) {
    using i8x2x2 = ct::tile<char, ct::shape<2, 2>>;
    using i32x2x2 = ct::tile<int, ct::shape<2, 2>>;

    char data[2][2] = {
        {0, 1},
        {2, 3},
    };

    i8x2x2 x = ct::load(&data[0][0] + ct::iota<i32x2x2>());
    i32x2x2 result = +x;
    put(out, result);
}

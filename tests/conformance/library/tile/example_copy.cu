// case: example_copy
// spec: 2.9 Tile (example)
// arg: i32 = 5
// arg: out i32[8]
// expect: [0, 1, 2, 3, 5, 6, 7, 8]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int n, int* out) {
    using i32x2x2 = ct::tile<int, ct::shape<2, 2>>;

    auto x = ct::iota<i32x2x2>();

    // Performs a deep copy of 'x' to 'y'.
    auto y = x;
    y = y + n;
    put(out, x);
    put(out + 4, y);
}

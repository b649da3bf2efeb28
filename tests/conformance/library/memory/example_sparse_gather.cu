// case: example_sparse_gather
// spec: 2.7 Memory Operations (example)
// arg: out i32[4]
// expect: [2, 11, 4, 13]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* out) {
    int x[4][4] {
        {0, 1, 2, 3},
        {4, 5, 6, 7},
        {8, 9, 10, 11},
        {12, 13, 14, 15}
    };

    using i32x2x2 = ct::tile<int, ct::shape<2, 2>>;
    using ptr_2x2 = ct::tile<int*, ct::shape<2, 2>>;

    // [2, 11, 4, 13]
    i32x2x2 idx = (2 + 9 * ct::iota<i32x2x2>()) % 16;

    // [p + 2, p + 11, p + 4, p + 13]
    ptr_2x2 ptrs = &x[0][0] + idx;

    // [*(p + 2), *(p + 11), *(p + 4), *(p + 13)]
    i32x2x2 r = ct::load(ptrs);
    put(out, r);
}

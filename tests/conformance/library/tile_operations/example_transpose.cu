// case: example_transpose
// spec: 2.3.11 transpose (example)
// rows: 2.3.11-1
// arg: out i32[16]
// expect: [0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* out) {
    auto x = ct::iota<ct::tile<int, ct::shape<4, 2, 2>>>();
    auto r = ct::transpose(x);
    static_assert(__is_same(decltype(r), ct::tile<int, ct::shape<2, 4, 2>>));
    put(out, r);
}

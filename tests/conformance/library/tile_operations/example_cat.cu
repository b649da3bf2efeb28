// case: example_cat
// spec: 2.3.14 cat (example)
// rows: 2.3.14-1
// arg: out i32[16]
// expect: [0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* out) {
    auto x = ct::full<ct::tile<int, ct::shape<4, 2>>>(0);
    auto y = ct::full<ct::tile<int, ct::shape<4, 2>>>(1);
    auto r = ct::cat(x, y, 1_ic);
    put(out, r);
}

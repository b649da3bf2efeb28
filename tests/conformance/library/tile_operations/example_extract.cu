// case: example_extract
// spec: 2.3.17 extract (example)
// rows: 2.3.17-1
// arg: out i32[4]
// expect: [2, 3, 6, 7]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* out) {
    auto x = ct::iota<ct::tile<int, ct::shape<4, 4>>>();
    auto r = ct::extract(x, ct::shape{2_ic, 2_ic}, 0, 1);
    put(out, r);
}

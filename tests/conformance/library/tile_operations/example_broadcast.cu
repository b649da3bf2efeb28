// case: example_broadcast
// spec: 2.3.18 broadcast (example)
// rows: 2.3.18-1
// arg: out i32[16]
// expect: [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* out) {
    auto x = ct::iota<ct::tile<int, ct::shape<4, 1>>>();
    auto r = ct::broadcast(x, ct::shape{4_ic, 4_ic});
    put(out, r);
}

// case: example_select
// spec: 2.3.15 select (example)
// rows: 2.3.15-1
// arg: out i32[4]
// expect: [0, -1, 2, -3]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* out) {
    using i32x4 = ct::tile<int, ct::shape<4>>;
    bool cData[4] = {true, false, true, false};

    auto c = ct::load(&cData[0] + ct::iota<i32x4>());
    auto x = ct::iota<i32x4>();
    auto y = -ct::iota<i32x4>();

    auto r = ct::select(c, x, y);
    put(out, r);
}

// case: example_matmul
// spec: 2.5.5 matmul (example)
// rows: 2.5.5-1
// arg: out f32[4]
// expect: [28, 34, 76, 98]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(float* out) {
    using i32x2x4 = ct::tile<int, ct::shape<2, 4>>;
    using i32x4x2 = ct::tile<int, ct::shape<4, 2>>;

    auto lhs = ct::element_cast<float>(ct::iota<i32x2x4>());
    auto rhs = ct::element_cast<float>(ct::iota<i32x4x2>());

    auto r = ct::matmul(lhs, rhs);
    put(out, r);
}

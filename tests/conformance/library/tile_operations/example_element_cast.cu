// case: example_element_cast
// spec: 2.3.19 element_cast (example)
// rows: 2.3.19-1
// arg: out f64[4]
// expect: [0, 1, 2, 3]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(double* out) {
    auto x = ct::iota<ct::tile<int, ct::shape<4, 1>>>();
    auto r = ct::element_cast<double>(x);
    static_assert(__is_same(decltype(r), ct::tile<double, ct::shape<4, 1>>));
    put(out, r);
}

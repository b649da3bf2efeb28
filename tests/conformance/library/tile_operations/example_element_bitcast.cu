// case: example_element_bitcast
// spec: 2.3.20 element_bitcast (example)
// rows: 2.3.20-1
// arg: out i8[4]
// expect: [-1, -1, -1, -1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(signed char* out) {
    auto x = ct::full<ct::tile<unsigned char, ct::shape<4, 1>>>(255);
    auto r = ct::element_bitcast<signed char>(x);
    put(out, r);
}

// case: example_reduce_bitor
// spec: 2.6.10 reduce_bitor (example)
// rows: 2.6.10-1
// arg: out u8[2]
// expect: [95, 250]
// note: the listing declares 2x4 elements and draws 2x2.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(unsigned char* out) {
    using i32x2x2 = ct::tile<int, ct::shape<2, 2>>;

    unsigned char xData[2][2] = {
        {0b00001111, 0b10101010},
        {0b01010101, 0b11110000},
    };

    auto x = ct::load(&xData[0][0] + ct::iota<i32x2x2>());

    auto r = ct::reduce_bitor(x, 0_ic);
    put(out, r);
}

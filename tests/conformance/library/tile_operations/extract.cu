// case: extract
// spec: 2.3.17 Extract
// arg: i32 = 1
// arg: out i32[4]
// arg: out i32[2]
// expect: [10, 11, 14, 15]
// expect: [4, 5]
// note: a tile of 4x4 has 2x2 parts of 2x2, and 4x2 parts of 1x2.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int n, int* square, int* row) {
    auto x = ct::iota<ct::tile<int, ct::shape<4, 4>>>();
    auto last = ct::extract(x, ct::shape{2_ic, 2_ic}, n, 1);
    ct::store(square + ct::iota<ct::tile<int, ct::shape<2, 2>>>(), last);
    auto part = ct::extract<ct::shape<1, 2>>(x, {}, n, 0);
    ct::store(row + ct::iota<ct::tile<int, ct::shape<1, 2>>>(), part);
}

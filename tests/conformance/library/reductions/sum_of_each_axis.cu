// case: sum_of_each_axis
// spec: 2.6.7 Sum
// arg: out i32[4]
// arg: out i32[2]
// expect: [4, 6, 8, 10]
// expect: [6, 22]
// note: the axis stays, with extent 1.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int* columns, int* rows) {
    auto x = ct::iota<ct::tile<int, ct::shape<2, 4>>>();
    auto down = ct::sum(x, 0_ic);
    auto across = ct::sum<1>(x);
    static_assert(__is_same(decltype(down), ct::tile<int, ct::shape<1, 4>>));
    static_assert(__is_same(decltype(across), ct::tile<int, ct::shape<2, 1>>));
    ct::store(columns + ct::iota<decltype(down)>(), down);
    ct::store(rows + ct::iota<decltype(across)>(), across);
}

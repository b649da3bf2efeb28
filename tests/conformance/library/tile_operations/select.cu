// case: select
// spec: 2.3.15 Select
// arg: out i32[8]
// expect: [0, 11, 2, 13, 4, 15, 6, 17]
// note: the condition is broadcast, the values are not.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<2, 4>>;

extern "C" __tile_global__ void test(int* out) {
    auto x = ct::iota<I>();
    auto column = ct::iota<ct::tile<int, ct::shape<4>>>();
    ct::store(out + ct::iota<I>(), ct::select(column % 2 == 0, x, x + 10));
}

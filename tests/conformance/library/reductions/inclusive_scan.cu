// case: inclusive_scan
// spec: 2.6.12 Partial Sum, 2.6.13 Partial Product
// arg: out i32[8]
// arg: out i32[4]
// expect: [0, 1, 3, 6, 4, 9, 15, 22]
// expect: [1, 2, 6, 24]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int* sums, int* products) {
    auto x = ct::iota<ct::tile<int, ct::shape<2, 4>>>();
    ct::store(sums + x, ct::partial_sum(x, 1_ic));
    auto y = ct::iota<ct::tile<int, ct::shape<4>>>();
    ct::store(products + y, ct::partial_prod(y + 1, 0_ic));
}

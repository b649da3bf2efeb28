// case: masks
// spec: 2.7.4 Load Operations, 2.7.5 Store Operations
// arg: i32[3] = [5, 6, 7]
// arg: inout i32[4] = [1, 1, 1, 1]
// arg: out i32[4]
// expect: [5, 6, 7, 1]
// expect: [5, 6, 7, -1]
// note: a masked lane is neither read nor written; the padding takes its place.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(int const* a, int* partly, int* padded) {
    auto i = ct::iota<I>();
    auto x = ct::load_masked(a + i, i < 3, -1);
    ct::store_masked(partly + i, x, i < 3);
    ct::store(padded + i, x);
}

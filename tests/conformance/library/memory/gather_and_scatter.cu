// case: gather_and_scatter
// spec: 2.7.4 Load Operations, 2.7.5 Store Operations
// arg: i32[8] = [0, 10, 20, 30, 40, 50, 60, 70]
// arg: i32[4] = [7, 0, 3, 3]
// arg: inout i32[8] = zeros
// expect: [3, 0, 70, 0, 0, 30, 0, 30]
// note: out[2k + index parity fixed by hand]: 70 to 2, 0 to 3, 30 to 5, 30 to 7, and 3 to 0.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(int const* a, int const* index, int* out) {
    auto i = ct::iota<I>();
    auto at = ct::load(index + i);
    auto x = ct::load(a + at);
    ct::store(out + (ct::select(i < 2, i + 2, i * 2 + 1)), x);
    out[0] = index[2];
}

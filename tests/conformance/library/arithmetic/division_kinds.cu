// case: division_kinds
// spec: 2.2.6 Division, 2.2.7, 2.2.8, 2.2.9
// arg: i32[4] = [7, -7, 7, -7]
// arg: i32[4] = [2, 2, -2, -2]
// arg: out i32[16]
// expect: [3, -3, -3, 3, 4, -3, -3, 4, 3, -4, -4, 3, 1, -1, 1, -1]
// note: truncated, ceiling, floor, and the remainder that goes with truncation.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(int const* a, int const* b, int* out) {
    auto i = ct::iota<I>();
    auto x = ct::load(a + i);
    auto y = ct::load(b + i);
    ct::store(out + i, x / y);
    ct::store(out + (i + 4), ct::ceildiv(x, y));
    ct::store(out + (i + 8), ct::floordiv(x, y));
    ct::store(out + (i + 12), x % y);
}

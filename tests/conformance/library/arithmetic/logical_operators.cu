// case: logical_operators
// spec: 2.2.17 Logical And, 2.2.18, 2.2.19
// arg: f32[4] = [0, 1, nan, -0.0]
// arg: i32[4] = [1, 0, 2, 0]
// arg: out bool[12]
// expect: [false, false, true, false, true, true, true, false, true, false, false, true]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(float const* a, int const* b, bool* out) {
    auto i = ct::iota<I>();
    auto x = ct::load(a + i);
    auto y = ct::load(b + i);
    ct::store(out + i, x && y);
    ct::store(out + (i + 4), x || y);
    ct::store(out + (i + 8), !x);
}

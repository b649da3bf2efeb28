// case: comparison_of_nan
// spec: 2.2.10 Comparison Operators
// arg: f32[4] = [1, nan, -0.0, inf]
// arg: f32[4] = [2, nan, 0, inf]
// arg: out i32[4]
// expect: [14, 2, 41, 41]
// note: one bit an operator, in the order == != < <= > >=; only != holds of NaN, and -0 equals 0.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using F = ct::tile<float, ct::shape<4>>;
using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(float const* a, float const* b, int* out) {
    auto i = ct::iota<I>();
    auto x = ct::load(a + i);
    auto y = ct::load(b + i);
    auto bit = [](auto c, int n) { return ct::element_cast<int>(c) << n; };
    auto r = bit(x == y, 0) | bit(x != y, 1) | bit(x < y, 2) | bit(x <= y, 3) | bit(x > y, 4) | bit(x >= y, 5);
    ct::store(out + i, r);
}

// case: exact_points
// spec: 2.4 Math Functions
// arg: f32[4] = [0, 1, 4, 0.25]
// arg: out f32[4]
// arg: out f32[4]
// arg: out f32[4]
// expect: [0, 1, 2, 0.5]
// expect: [1, 2, 16, 0x1.306fe0p0]
// expect: [-inf, 0, 2, -2]
// compare: exact; ulp 2; exact
// note: sqrt is correctly rounded; exp2 and log2 are exact where their results are.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(float const* a, float* root, float* power, float* logarithm) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto x = ct::load(a + i);
    ct::store(root + i, ct::sqrt(x));
    ct::store(power + i, ct::exp2(x));
    ct::store(logarithm + i, ct::log2(x));
}

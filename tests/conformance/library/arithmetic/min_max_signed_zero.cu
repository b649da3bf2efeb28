// case: min_max_signed_zero
// spec: 2.2.20 Max, 2.2.21 Min
// arg: f32[4] = [-0.0, 1, nan, nan]
// arg: f32[4] = [0.0, 2, 3, nan]
// arg: out f32[4]
// arg: out f32[4]
// arg: out f32[4]
// expect: [0.0, 2, 3, nan]
// expect: [-0.0, 1, 3, nan]
// expect: [0.0, 2, nan, nan]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using F = ct::tile<float, ct::shape<4>>;

extern "C" __tile_global__ void test(float const* a, float const* b, float* max, float* min, float* propagated) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto x = ct::load(a + i);
    auto y = ct::load(b + i);
    ct::store(max + i, ct::max(x, y));
    ct::store(min + i, ct::min(x, y));
    ct::store(propagated + i, ct::max(x, y, ct::propagate_nan_t{}));
}

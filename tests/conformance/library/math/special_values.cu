// case: special_values
// spec: 2.3.5 isinf, 2.3.6 isnan, 2.4.16 atan2
// arg: f32[4] = [nan, inf, -inf, 1]
// arg: out bool[8]
// arg: out f32[2]
// expect: [true, false, false, false, false, true, true, false]
// expect: [0x1.921fb6p0, -0x1.921fb6p1]
// compare: exact; ulp 2
// note: atan2(1, 0) is pi/2, atan2(-0, -1) is -pi.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(float const* a, bool* kinds, float* angles) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto x = ct::load(a + i);
    ct::store(kinds + i, ct::isnan(x));
    ct::store(kinds + (i + 4), ct::isinf(x));
    angles[0] = ct::atan2(1.0f, 0.0f);
    angles[1] = ct::atan2(-0.0f, -1.0f);
}

// case: example_round_toward_negative
// spec: 1.9.1 Rounding Mode, 2.2.1 Addition (examples)
// arg: f32 = 8
// arg: out f32[2]
// expect: [8, 0x8.00001p0]
// note: eps is 2^-23 and 8 + 5 * eps lies between 8 and 8 + 8 * eps, the next float; the default rounds to the nearer one.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(float eight, float* out) {
    float eps = 0x0.000002p0f;
    float result = ct::add(eight, 5 * eps, ct::round_toward_negative_t{});
    out[0] = result;
    out[1] = ct::add(eight, 5 * eps);
}

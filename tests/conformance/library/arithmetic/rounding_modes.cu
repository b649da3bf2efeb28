// case: rounding_modes
// spec: 1.9.1 Rounding Mode
// arg: f32 = 1
// arg: f32 = 0x1p-25
// arg: out f32[4]
// expect: [1, 1, 1, 0x1.000002p0]
// note: 1 + 2^-25 lies between 1 and 1 + 2^-23; only upwards gives the latter.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(float a, float b, float* out) {
    out[0] = ct::add(a, b);
    out[1] = ct::add(a, b, ct::round_toward_zero_t{});
    out[2] = ct::add(a, b, ct::round_toward_negative_t{});
    out[3] = ct::add<ct::rounding_mode::round_toward_positive>(a, b, {});
}

// case: fma_rounds_once
// spec: 2.2.23 Fused Multiply Add
// arg: f32 = 0x1.000002p0
// arg: f32 = -0x1.000004p0
// arg: out f32[2]
// flags: -fmad=false
// expect: [0x1p-46, 0]
// note: (1 + 2^-23)^2 is 1 + 2^-22 + 2^-46; rounded before the addition, the last term is lost.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(float a, float c, float* out) {
    out[0] = ct::fma(a, a, c);
    out[1] = ct::add(ct::mul(a, a), c);
}

// case: example_subnormal_difference
// spec: 1.9.2 Subnormals Rounding Mode, 2.2.3 Subtraction (examples)
// arg: f32[2] = [0x1.1p-126, 0x1.0p-126]
// arg: out f32[2]
// expect: [0, 0x1p-130]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(float const* x, float* out) {
    float result = ct::sub(x[0], x[1],
                           ct::round_ties_to_even_t{},
                           ct::round_subnormals_to_zero_t{});
    out[0] = result;
    out[1] = ct::sub(x[0], x[1]);
}

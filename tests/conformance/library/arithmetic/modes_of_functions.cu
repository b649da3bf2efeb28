// case: modes_of_functions
// spec: 1.9 Operation Modes, 2.2.1 Addition, 2.2.3 Subtraction, 2.2.5 Multiplication, 2.2.6 Division, 2.2.20 Maximum, 2.2.21 Minimum, 2.2.23 Fused Multiply Add
// rows: 2.2.1-3 2.2.3-3 2.2.5-3 2.2.6-3 2.2.20-2 2.2.21-2 2.2.23-1
// arg: f32[4] = [1, 0x1p-25, 0x1.000002p0, 3]
// arg: f32[2] = [0x1p-127, nan]
// arg: out f32[12]
// arg: out f32[10]
// expect: [0x1.000002p0, 1, 1, 0x1.fffffep-1, 0x1.000006p0, 0x1.000004p0, 0x1.555556p-2, 0x1.555554p-2, 0x1.000002p-22, 0x1p-22, 0x1.555556p-2, 0x1.555554p-2]
// expect: [0x1p-126, 0, 0x1p-127, 0, 0, 0x1p-127, nan, 1, nan, 1]
// note: 1 + 2^-25 lies between 1 and 1 + 2^-23, its mirror image between 1 - 2^-24 and 1; the square of 1 + 2^-23 is 1 + 2^-22 + 2^-46.
// note: the fused product less one is 2^-22 + 2^-46, between 2^-22 and the next float.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(float const* in, float const* odd, float* rounded, float* modes) {
    float one = in[0], small = in[1], more = in[2], three = in[3];
    ct::round_toward_positive_t up;
    ct::round_toward_zero_t down;
    rounded[0] = ct::add(one, small, up);
    rounded[1] = ct::add(one, small, down);
    rounded[2] = ct::sub(one, small, up);
    rounded[3] = ct::sub(one, small, down);
    rounded[4] = ct::mul(more, more, up);
    rounded[5] = ct::mul(more, more, down);
    rounded[6] = ct::div(one, three, up);
    rounded[7] = ct::div(one, three, down);
    rounded[8] = ct::fma(more, more, -one, up);
    rounded[9] = ct::fma(more, more, -one, down);
    rounded[10] = ct::div(one, three);
    rounded[11] = ct::div(one, three, ct::round_toward_negative_t{});
    float tiny = odd[0], nan = odd[1];
    ct::round_subnormals_to_zero_t flush;
    modes[0] = ct::add(tiny, tiny);
    modes[1] = ct::add(tiny, tiny, ct::round_ties_to_even_t{}, flush);
    modes[2] = ct::max(tiny, 0.0f);
    modes[3] = ct::max(tiny, 0.0f, ct::suppress_nan_t{}, flush);
    modes[4] = ct::sub(tiny, 0.0f, ct::round_ties_to_even_t{}, flush);
    modes[5] = ct::mul(tiny, one, ct::round_ties_to_even_t{}, ct::preserve_subnormals_t{});
    modes[6] = ct::max(nan, one, ct::propagate_nan_t{});
    modes[7] = ct::max(nan, one, ct::suppress_nan_t{});
    modes[8] = ct::min(one, nan, ct::propagate_nan_t{});
    modes[9] = ct::min(one, nan, ct::suppress_nan_t{});
}

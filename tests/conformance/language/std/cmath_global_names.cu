// case: cmath_global_names
// spec: [support.c.headers]
// arg: f32[3] = [4.0, 0.5, -2.75]
// arg: out f32[9]
// expect: [2.0, 2.1281466484069824, -7.25, -0.75, 3.25, 4.5, 8.75, 12.0, 11.513365745544434]
// compare: rel 2e-7
#include <math.h>

extern "C" __tile_global__ void test(float const* x, float* out) {
    out[0] = sqrtf(x[0]);
    out[1] = expf(x[1]) + sinf(x[1]);
    out[2] = fabsf(x[2]) + floorf(x[2]) + ceilf(x[2]) + truncf(x[2]) + roundf(x[2]);
    out[3] = fmaf(x[0], x[1], x[2]);
    out[4] = powf(x[0], x[1]) + fmodf(x[0], x[2]);
    out[5] = fminf(x[0], x[1]) + fmaxf(x[0], x[2]);
    out[6] = sizeof(sqrt(x[0])) + sqrt(x[0]) + abs(x[2]);
    out[7] = isnan(x[0]) + 2 * isinf(x[0]) + 4 * isfinite(x[0]) + 8 * signbit(x[2]);
    out[8] = erff(x[1]) + log1pf(x[1]) + cbrtf(x[0]) + ldexpf(x[1], 3) + hypotf(x[0], 3.0f);
}

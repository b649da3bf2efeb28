// case: cmath_cuda_functions
// spec: [cmath.syn]
// arg: f64[3] = [4.0, 0.25, 1.5]
// arg: f32[3] = [4.0, 0.25, 1.5]
// arg: out f64[6]
// arg: out f32[7]
// expect: [0.5, 0.7071067811865476, -1.0, 0.6299605249474366, 10000.0, 0.0]
// expect: [0.5, 0.70710678, -1.0, 0.62996052, 10000.0, 0.9974950, 0.0707372]
// compare: rel 1e-15; rel 2e-7 abs 1e-7
// note: CUDA's own functions; 1/sqrt(4), sin(pi/4), sin(3 pi/2), 4^(-1/3), 10^4, cos(3 pi/2), sin and cos of 1.5
#include <cmath>

extern "C" __tile_global__ void test(double const* x, float const* y, double* out, float* outf) {
    out[0] = rsqrt(x[0]);
    out[1] = sinpi(x[1]);
    out[2] = sinpi(x[2]);
    out[3] = rcbrt(x[0]);
    out[4] = exp10(x[0]);
    out[5] = cospi(x[2]);
    outf[0] = rsqrtf(y[0]);
    outf[1] = cospif(y[1]);
    outf[2] = sinpif(y[2]);
    outf[3] = rcbrtf(y[0]);
    outf[4] = exp10f(y[0]);
    sincosf(y[2], &outf[5], &outf[6]);
}

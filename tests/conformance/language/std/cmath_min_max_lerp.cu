// case: cmath_min_max_lerp
// spec: [c.math.lerp]
// arg: f64[4] = [nan, 2.0, -1e308, 1e308]
// arg: f32 = 0.25
// arg: out f64[10]
// expect: [2.0, 2.0, 1.0, 3.0, 0.0, 1.0, 5.0, 7.0, 4.25, -0.25]
// note: fmin and fmax ignore a NaN; lerp is exact at 0 and 1, takes t beyond them, and does not overflow in between
#include <cmath>

extern "C" __tile_global__ void test(double const* x, float t, double* out) {
    out[0] = std::fmin(x[0], x[1]);
    out[1] = std::fmax(x[1], x[0]);
    out[2] = std::fmax(1.0f, t);
    out[3] = std::lerp(2.0f, 6.0f, t);
    out[4] = std::lerp(x[2], x[3], 0.5);
    out[5] = std::lerp(0.1, x[1], 1.0) == x[1];
    out[6] = std::lerp(1.0, 3.0, 2);
    out[7] = std::lerp(5.0, 1.0, -0.5);
    out[8] = std::fma(x[1], x[1], t);
    out[9] = std::copysign(t, x[2]);
}

// case: cmath_remainders
// spec: [cmath.syn]
// arg: f64[12] = [7.5, 2.0, -7.5, 2.0, 5.0, 2.0, -1.0, 2.0, 1e300, 0.7, 3.0, 1e308]
// arg: out f64[24]
// expect: [1.5, -0.5, 0.0, 0.0, -1.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0, 2.0, -1.0, -1.0, -1.0, 4.0, 0.3790560774266656, -0.3209439225733344, -0.5, 15.0, 3.0, 3.0, 0.0, 26.0]
// note: remainder and remquo take the quotient nearest, halves to even; the quotient has at least three bits and its sign
#include <cmath>

extern "C" __tile_global__ void test(double const* x, double* out) {
    for (int i = 0; i < 6; ++i) {
        double a = x[2 * i], b = x[2 * i + 1];
        int quotient;
        out[4 * i] = std::fmod(a, b);
        out[4 * i + 1] = std::remainder(a, b);
        out[4 * i + 2] = std::remquo(float(i * 3), 2.5f, &quotient);
        out[4 * i + 3] = quotient % 8 + 10 * std::fdim(i, 3);
    }
}

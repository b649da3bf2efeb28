// case: cmath_rounding
// spec: [cmath.syn]
// arg: f64[7] = [2.5, -2.5, 3.5, -0.4, 1e300, -7.0, 0.49999999999999994]
// arg: f32[7] = [2.5, -2.5, 3.5, -0.4, 1e30, -7.0, 0.49999997]
// arg: out f64[35]
// arg: out f32[35]
// arg: out i64[6]
// expect: [2.0, 3.0, 2.0, 3.0, 2.0, -3.0, -2.0, -2.0, -3.0, -2.0, 3.0, 4.0, 3.0, 4.0, 4.0, -1.0, -0.0, -0.0, -0.0, -0.0, 1e+300, 1e+300, 1e+300, 1e+300, 1e+300, -7.0, -7.0, -7.0, -7.0, -7.0, 0.0, 1.0, 0.0, 0.0, 0.0]
// expect: [2.0, 3.0, 2.0, 3.0, 2.0, -3.0, -2.0, -2.0, -3.0, -2.0, 3.0, 4.0, 3.0, 4.0, 4.0, -1.0, -0.0, -0.0, -0.0, -0.0, 1.0000000150474662e+30, 1.0000000150474662e+30, 1.0000000150474662e+30, 1.0000000150474662e+30, 1.0000000150474662e+30, -7.0, -7.0, -7.0, -7.0, -7.0, 0.0, 1.0, 0.0, 0.0, 0.0]
// expect: [-3, -2, 4, 2, 7, 3]
// note: halves go away from zero in round, to even in rint and nearbyint; a result of zero keeps the sign
#include <cmath>

template <class T> __tile__ void all(T const* x, T* out) {
    for (int i = 0; i < 7; ++i) {
        out[5 * i] = std::floor(x[i]);
        out[5 * i + 1] = std::ceil(x[i]);
        out[5 * i + 2] = std::trunc(x[i]);
        out[5 * i + 3] = std::round(x[i]);
        out[5 * i + 4] = i % 2 ? std::rint(x[i]) : std::nearbyint(x[i]);
    }
}

extern "C" __tile_global__ void test(double const* x, float const* y, double* out, float* outf, long* whole) {
    all(x, out);
    all(y, outf);
    whole[0] = std::lround(x[1]);
    whole[1] = std::lrint(x[1]);
    whole[2] = std::llround(y[2]);
    whole[3] = std::llrint(y[0]);
    whole[4] = std::lround(7);
    whole[5] = std::signbit(std::round(x[3])) + 2 * std::signbit(std::ceil(y[3]));
}

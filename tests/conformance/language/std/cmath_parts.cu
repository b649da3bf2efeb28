// case: cmath_parts
// spec: [cmath.syn]
// arg: f64[5] = [10.0, -0.375, 3e-310, 0.0, 1e300]
// arg: f32[3] = [10.0, -0.375, 1e-42]
// arg: out f64[45]
// arg: out f32[15]
// expect: [0.625, 4.0, 0.0, 10.0, 8.48798316386e-313, 10485760.0, 3.0, 3.0, 9.999999999999998, -0.75, -1.0, -0.375, -0.0, -3.1829936864e-314, -393216.0, -2.0, -2.0, -0.37499999999999994, 0.862892704733909, -1028.0, 3e-310, 0.0, 0.0, 3.1457279999999904e-304, -1029.0, -1029.0, 3.00000000000004e-310, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5e-324, 0.7466108948025751, 997.0, 0.0, 1e+300, 8.48798316386109e-14, 1.048576e+306, 996.0, 996.0, 9.999999999999999e+299]
// expect: [0.625, 4.0, 10.0, 3.000009536743164, 9.999999046325684, -0.75, -1.0, -0.375, -2.000000476837158, -0.3750000298023224, 0.697265625, -139.0, 1.0005271035279194e-42, -140.0, 9.991258050635946e-43]
// note: subnormal numbers have the exponents of their values; a result that is subnormal is rounded once
#include <cmath>

extern "C" __tile_global__ void test(double const* x, float const* y, double* out, float* outf) {
    for (int i = 0; i < 5; ++i) {
        int exponent;
        double whole;
        double* r = out + 9 * i;
        r[0] = std::frexp(x[i], &exponent);
        r[1] = exponent;
        r[2] = std::modf(x[i], &whole);
        r[3] = whole;
        r[4] = std::ldexp(x[i], -1040);
        r[5] = std::scalbn(x[i], 20);
        r[6] = x[i] == 0 ? 0 : std::logb(x[i]);
        r[7] = x[i] == 0 ? 0 : std::ilogb(x[i]);
        r[8] = std::nextafter(x[i], 1.0);
    }
    for (int i = 0; i < 3; ++i) {
        int exponent;
        float whole;
        float* r = outf + 5 * i;
        r[0] = std::frexp(y[i], &exponent);
        r[1] = exponent;
        r[2] = std::modf(y[i], &whole) + whole;
        r[3] = std::scalbln(y[i], -20l) + std::logb(y[i]);
        r[4] = std::nextafter(y[i], -1.0f);
    }
}

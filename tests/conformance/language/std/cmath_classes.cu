// case: cmath_classes
// spec: [c.math.fpclass]
// arg: f64[6] = [1.5, -0.0, 1e-310, inf, -inf, nan]
// arg: f32 = 1e-40
// arg: out i32[50]
// expect: [0, 0, 1, 1, 0, 1, 13, 1, 0, 0, 1, 0, 1, 2, 10, 0, 0, 0, 1, 0, 0, 3, 10, 1, 0, 1, 0, 0, 0, 4, 5, 1, 0, 1, 0, 0, 1, 4, 10, 1, 1, 0, 0, 0, 0, 5, 0, 2, 6, 6]
#include <cmath>

extern "C" __tile_global__ void test(double const* x, float tiny, int* out) {
    for (int i = 0; i < 6; ++i) {
        int* r = out + 8 * i;
        r[0] = std::isnan(x[i]);
        r[1] = std::isinf(x[i]);
        r[2] = std::isfinite(x[i]);
        r[3] = std::isnormal(x[i]);
        r[4] = i < 5 && std::signbit(x[i]);
        int kind = std::fpclassify(x[i]);
        r[5] = kind == FP_NORMAL ? 1 : kind == FP_ZERO ? 2 : kind == FP_SUBNORMAL ? 3 : kind == FP_INFINITE ? 4 : kind == FP_NAN ? 5 : 0;
        r[6] = std::isgreater(x[i], 1) + 2 * std::isless(x[i], 1.0f) + 4 * std::isgreaterequal(x[i], 1.5) + 8 * std::islessequal(x[i], 1.5);
        r[7] = std::islessgreater(x[i], 0.0) + 2 * std::isunordered(x[i], 1);
    }
    out[48] = std::isnormal(tiny) + 2 * (std::fpclassify(tiny) == FP_SUBNORMAL) + 4 * (std::fpclassify(3) == FP_NORMAL);
    out[49] = std::isnan(3) + 2 * std::isfinite('a') + 4 * std::signbit(-1);
}

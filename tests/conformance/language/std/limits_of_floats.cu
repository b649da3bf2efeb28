// case: limits_of_floats
// spec: [numeric.limits.members]
// arg: out f32[6]
// arg: out f64[5]
// arg: out i32[4]
// arg: out u32[2]
// expect: [3.4028234663852886e+38, 1.1754943508222875e-38, -3.4028234663852886e+38, 1.1920928955078125e-07, 1.401298464324817e-45, -inf]
// expect: [1.7976931348623157e+308, 2.2250738585072014e-308, 2.220446049250313e-16, 5e-324, inf]
// expect: [240609, 531517, -124872, -306692]
// expect: [2143289344, 2141192192]
#include <limits>
#include <bit>

template <class T>
constexpr int shape() {
    using L = std::numeric_limits<T>;
    return L::digits * 10000 + L::digits10 * 100 + L::max_digits10;
}
static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<float>::has_infinity && std::numeric_limits<double>::has_denorm == std::denorm_present);
static_assert(std::numeric_limits<double>::round_style == std::round_to_nearest && std::numeric_limits<float>::round_error() == 0.5f);
extern "C" __tile_global__ void test(float* f, double* d, int* i, unsigned* bits) {
    f[0] = std::numeric_limits<float>::max();
    f[1] = std::numeric_limits<float>::min();
    f[2] = std::numeric_limits<float>::lowest();
    f[3] = std::numeric_limits<float>::epsilon();
    f[4] = std::numeric_limits<float>::denorm_min();
    f[5] = -std::numeric_limits<float>::infinity();
    d[0] = std::numeric_limits<double>::max();
    d[1] = std::numeric_limits<double>::min();
    d[2] = std::numeric_limits<double>::epsilon();
    d[3] = std::numeric_limits<double>::denorm_min();
    d[4] = std::numeric_limits<double>::infinity();
    i[0] = shape<float>();
    i[1] = shape<double>();
    i[2] = std::numeric_limits<float>::min_exponent * 1000 + std::numeric_limits<float>::max_exponent;
    i[3] = std::numeric_limits<double>::min_exponent10 * 1000 + std::numeric_limits<double>::max_exponent10;
    bits[0] = std::bit_cast<unsigned>(std::numeric_limits<float>::quiet_NaN());
    bits[1] = std::bit_cast<unsigned>(std::numeric_limits<float>::signaling_NaN());
}

// case: cmath_constants
// spec: [library.c]
// arg: out f64[4]
// expect: [1.4142135623730951, 3.0, 0.8427007929497149, 1.0]
// compare: rel 1e-15
// note: an implementation may make a function of <cmath> constexpr
#include <cmath>

static_assert(std::fabs(-1.5f) == 1.5f && std::abs(-2.5) == 2.5);
static_assert(std::floor(-2.5) == -3 && std::ceil(-2.5f) == -2 && std::trunc(2.9) == 2 && std::round(2.5) == 3);
static_assert(std::sqrt(2.0f) == 0x1.6a09e6p+0f && std::sqrt(2.0) == 0x1.6a09e667f3bcdp+0);
static_assert(std::fma(0x1.000002p0f, 0x1.000002p0f, -0x1.000004p0f) == 0x1p-46f, "rounded once");
static_assert(std::fmin(1.0, 2.0) == 1 && std::fmax(1.0f, 2.0f) == 2);
static_assert(std::copysign(3.0, -0.0) == -3 && std::signbit(-0.0f) && !std::signbit(0.0));
static_assert(std::isnan(NAN) && std::isinf(-INFINITY) && std::isfinite(1e308) && !std::isnormal(0x1p-1030));
static_assert(std::fmod(7.5, 2.0) == 1.5 && std::exp(0.0) == 1 && std::log2(8.0f) == 3 && std::pow(3.0, 4.0) == 81);
static_assert(std::sin(0.0) == 0 && std::cos(0.0f) == 1 && std::atan2(0.0, 1.0) == 0);

constexpr double root(double x) { return std::sqrt(x); }
template <int N> struct table {
    double at[N] = {};
    constexpr table() {
        for (int i = 0; i < N; ++i)
            at[i] = std::floor(std::sqrt(double(i)));
    }
};
constexpr table<16> roots;
static_assert(roots.at[8] == 2 && roots.at[9] == 3);

extern "C" __tile_global__ void test(double* out) {
    constexpr double two = root(2.0);
    out[0] = two;
    out[1] = roots.at[15];
    out[2] = std::erf(1.0);
    out[3] = std::cosh(0.0);
}

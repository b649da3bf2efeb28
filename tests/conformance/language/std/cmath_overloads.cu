// case: cmath_overloads
// spec: [cmath.syn]
// arg: i32 = 9
// arg: out f64[3]
// expect: [3.0, 8.0, 512.0]
// note: an integer argument counts as double; if not all arguments are float, the result is double
#include <cmath>
#include <type_traits>

template <class T, class U> constexpr bool same = std::is_same_v<T, U>;
static_assert(same<decltype(std::sqrt(2.0f)), float> && same<decltype(std::sqrt(2.0)), double>);
static_assert(same<decltype(std::sqrt(2)), double> && same<decltype(std::sin('a')), double> && same<decltype(std::exp(true)), double>);
static_assert(same<decltype(std::pow(2.0f, 2.0f)), float> && same<decltype(std::pow(2.0f, 2)), double>);
static_assert(same<decltype(std::pow(2, 2)), double> && same<decltype(std::atan2(1.0f, 1.0)), double>);
static_assert(same<decltype(std::hypot(1.0f, 2.0f, 3.0f)), float> && same<decltype(std::hypot(1.0f, 2, 3.0f)), double>);
static_assert(same<decltype(std::fma(1.0f, 2.0f, 3.0f)), float> && same<decltype(std::fma(1.0f, 2.0f, 3l)), double>);
static_assert(same<decltype(std::abs(-1.5f)), float> && same<decltype(std::abs(-1)), int> && same<decltype(std::abs(-1ll)), long long>);
static_assert(same<decltype(std::ilogb(1.0f)), int> && same<decltype(std::lround(1)), long> && same<decltype(std::llrint(1.0f)), long long>);
static_assert(same<decltype(std::isnan(1)), bool> && same<decltype(std::isgreater(1, 2.0f)), bool>);
static_assert(same<decltype(std::ldexp(1.0f, 2)), float> && same<decltype(std::ldexp(1, 2)), double>);

extern "C" __tile_global__ void test(int n, double* out) {
    out[0] = std::sqrt(n);
    out[1] = std::pow(2.0f, n / 3);
    out[2] = std::ldexp(1, n);
}

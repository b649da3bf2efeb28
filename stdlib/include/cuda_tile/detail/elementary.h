// Functions of <cmath> that the tile IR has no operation for, in binary64, by identities over those that it has. A
// function of binary32 is computed here and rounded once. Errors: a few units in the last place of binary64.
#pragma once

#include <cuda_tile/detail/float_parts.h>

namespace cuda::tiles::inline __1::__math {

inline constexpr double ln_2 = 0.693147180559945309417, log10_e = 0.434294481903251827651, pi = 3.14159265358979323846;

// ---- roots --------------------------------------------------------------------------------------------------------

/// The square root of a sum of squares, none of which overflows or loses what counts.
__TILEC_MATH double hypot(double __x, double __y, double __z) noexcept {
  if (__op::absf(__x) == infinity<double> || __op::absf(__y) == infinity<double> || __op::absf(__z) == infinity<double>)
    return infinity<double>;
  double const __m = __op::absf(__x) + __op::absf(__y) * 0x1p-1 + __op::absf(__z) * 0x1p-1;
  double const __s = __m > 0x1p500 ? 0x1p-600 : __m < 0x1p-450 ? 0x1p600 : 1.0;
  double const __a = __x * __s, __b = __y * __s, __c = __z * __s;
  return square_root(__op::fma<0, false>(__a, __a, __op::fma<0, false>(__b, __b, __c * __c))) * (1 / __s);
}
__TILEC_MATH double cube_root(double __x) noexcept {
  if (__x == 0 || !is_finite(__x))
    return __x;
  bool const __tiny = __op::absf(__x) < 0x1p-900;
  double const __a = __op::absf(__x) * (__tiny ? 0x1p180 : 1.0);
  // One Newton step, with the residue y^3 - a as exact as its rounding.
  double __y = __op::pow(__a, 1.0 / 3);
  double const __square = __y * __y, __low = __op::fma<0, false>(__y, __y, -__square);
  double const __residue = __op::fma<0, false>(__square, __y, -__a) + __low * __y;
  __y -= __residue / (3 * __square);
  return copy_sign(__tiny ? __y * 0x1p-60 : __y, __x);
}

// ---- exponentials and logarithms ----------------------------------------------------------------------------------

/// e^x - 1. Rounding affects e^x and its logarithm alike, so their quotient is right.
__TILEC_MATH double exp_minus_1(double __x) noexcept {
  double const __e = __op::exp(__x);
  if (__e == 1)
    return __x;
  if (__e < 0x1p-60 || __e > 0x1p60 || __e != __e)
    return __e - 1;
  return (__e - 1) * (__x / __op::log(__e));
}
/// log(1 + x), likewise.
__TILEC_MATH double log_plus_1(double __x) noexcept {
  double const __u = 1 + __x;
  if (__u == 1)
    return __x;
  if (!(__u > 0) || __u > 0x1p60)
    return __op::log(__u);
  return __op::log(__u) * (__x / (__u - 1));
}
__TILEC_MATH double log_10(double __x) noexcept {
  double const __l = __op::log(__x);
  if (!is_finite(__l))
    return __l;
  // log10(e) in two parts.
  double const __high = __l * log10_e;
  return __high + (__op::fma<0, false>(__l, log10_e, -__high) + __l * 1.098319650216765e-17);
}

// ---- inverse functions --------------------------------------------------------------------------------------------

__TILEC_MATH double arc_sin(double __x) noexcept { return __op::atan2(__x, square_root((1 - __x) * (1 + __x))); }
__TILEC_MATH double arc_cos(double __x) noexcept { return __op::atan2(square_root((1 - __x) * (1 + __x)), __x); }
__TILEC_MATH double area_sinh(double __x) noexcept {
  double const __a = __op::absf(__x);
  double const __r =
      __a > 0x1p30 ? __op::log(__a) + ln_2 : log_plus_1(__a + __a * __a / (1 + square_root(__a * __a + 1)));
  return copy_sign(__r, __x);
}
__TILEC_MATH double area_cosh(double __x) noexcept {
  double const __t = __x - 1;
  return __x > 0x1p30 ? __op::log(__x) + ln_2 : log_plus_1(__t + square_root(__t * (__t + 2)));
}
__TILEC_MATH double area_tanh(double __x) noexcept {
  double const __a = __op::absf(__x);
  return copy_sign(0.5 * log_plus_1(2 * __a / (1 - __a)), __x);
}

// ---- multiples of pi ----------------------------------------------------------------------------------------------

/// sin(pi x): x is reduced exactly.
__TILEC_MATH double sin_pi(double __x) noexcept {
  if (!is_finite(__x))
    return quiet_nan<double>;
  double const __r = __x - 2 * round_half_even(__x / 2);
  double const __a = __op::absf(__r);
  if (__a == 0 || __a == 1)
    return copy_sign(0.0, __x);
  return copy_sign(__op::sin(pi * (__a > 0.5 ? 1 - __a : __a)), __r);
}
__TILEC_MATH double cos_pi(double __x) noexcept {
  if (!is_finite(__x))
    return quiet_nan<double>;
  double const __a = __op::absf(__x - 2 * round_half_even(__x / 2));
  return __a == 0.5 ? 0.0 : __a > 0.5 ? -sin_pi(__a - 0.5) : sin_pi(0.5 - __a);
}

// ---- error and gamma functions ------------------------------------------------------------------------------------

/// e^(-x^2), with the rounding error of the square put back.
__TILEC_MATH double gaussian(double __x) noexcept {
  double const __square = __x * __x;
  return __op::exp(-__square) * (1 - __op::fma<0, false>(__x, __x, -__square));
}
/// erf(x) = 2/sqrt(pi) e^(-x^2) (x + 2x^3/3 + 4x^5/15 + ...): all terms have one sign. For |x| < 2.5.
__TILEC_MATH double erf_series(double __x) noexcept {
  double __term = __x, __sum = __x;
  for (int __n = 1; __n < 64; ++__n) {
    __term *= 2 * __x * __x / (2 * __n + 1);
    __sum += __term;
  }
  return 1.12837916709551257390 * gaussian(__x) * __sum;
}
/// erfc(x) = e^(-x^2)/sqrt(pi) / (x + (1/2)/(x + (2/2)/(x + (3/2)/(x + ...)))) for x >= 1. The smaller x, the
/// slower it converges.
__TILEC_MATH double erfc_fraction(double __x) noexcept {
  double __f = __x;
  for (int __n = __x < 2 ? 200 : 64; __n > 0; --__n)
    __f = __x + 0.5 * __n / __f;
  return 0.564189583547756286948 * gaussian(__x) / __f;
}
__TILEC_MATH double erf(double __x) noexcept {
  double const __a = __op::absf(__x);
  if (__a < 2.5)
    return __a < 0x1p-500 ? 1.12837916709551257390 * __x : erf_series(__x);
  return copy_sign(__a < 6 ? 1 - erfc_fraction(__a) : 1.0, __x) + (__x - __x);
}
__TILEC_MATH double erfc(double __x) noexcept {
  if (__x != __x)
    return __x;
  return __x < 1 ? 1 - erf(__x) : __x < 28 ? erfc_fraction(__x) : 0.0;
}

/// Stirling's series: log(gamma(z)) - ((z - 1/2) log z - z + log(2 pi)/2) for z >= 16, from the Bernoulli numbers.
__TILEC_MATH double stirling(double __z) noexcept {
  double const __w = 1 / (__z * __z);
  return (1.0 / 12 -
          __w * (1.0 / 360 - __w * (1.0 / 1260 - __w * (1.0 / 1680 - __w * (1.0 / 1188 - __w * (691.0 / 360360)))))) /
         __z;
}
/// gamma(x) of x > 0: moved up to z = x + n >= 16, where Stirling's series holds; gamma(z) = z (z-1) ... x gamma(x).
__TILEC_MATH double gamma_of_positive(double __x) noexcept {
  if (__x > 180)
    return infinity<double>;
  double __z = __x, __product = 1, __n = 0;
  for (; __z < 16; __z = __x + __n) {
    __product *= __z;
    __n += 1;
  }
  // What the addition of n rounded off moves the result by the derivative of log gamma.
  double const __rest = __x - (__z - __n);
  // z^(z - 1/2) in two factors, because the whole may overflow where the result does not.
  double const __half = __op::pow(__z, 0.5 * __z - 0.25);
  double const __g = 2.50662827463100050242 * __half * __op::exp(-__z) * __half * __op::exp(stirling(__z));
  return __g / __product * (1 + __rest * (__op::log(__z) - 0.5 / __z));
}
__TILEC_MATH double gamma(double __x) noexcept {
  if (__x == 0)
    return copy_sign(infinity<double>, __x);
  if (__x > 0 || __x != __x)
    return __x > 0 ? gamma_of_positive(__x) : __x;
  double const __s = sin_pi(__x);
  if (__s == 0 || !is_finite(__x))
    return quiet_nan<double>;
  // gamma(x) gamma(1 - x) = pi / sin(pi x), and gamma(1 - x) = -x gamma(-x).
  return __x < -184 ? copy_sign(0.0, __s) : -pi / (__s * __x * gamma_of_positive(-__x));
}
/// log |gamma(x)|
__TILEC_MATH double log_gamma(double __x) noexcept {
  if (!is_finite(__x))
    return __x != __x ? __x : infinity<double>;
  if (__x == 1 || __x == 2)
    return 0;
  double const __a = __op::absf(__x);
  double const __of_a = __a < 1e-300 ? -__op::log(__a)
                        : __a < 16   ? __op::log(gamma_of_positive(__a))
                        : __a < 0x1p1000
                            ? (__a - 0.5) * (__op::log(__a) - 1) + (0.91893853320467274178 - 0.5) + stirling(__a)
                            : __a * (__op::log(__a) - 1);
  if (__x > 0)
    return __of_a;
  double const __s = sin_pi(__x);
  return __s == 0 ? infinity<double> : __op::log(pi / __op::absf(__s * __x)) - __of_a;
}

} // namespace cuda::tiles::inline __1::__math

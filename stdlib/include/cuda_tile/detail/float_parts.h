// The parts of binary32 and binary64: sign, exponent, significand. [cmath.syn] functions that take numbers apart and put
// them together; everything here is exact.
#pragma once

#include <cuda_tile/detail/intrinsics.h>

#define __TILEC_MATH __tile__ __host__ __device__ constexpr

namespace cuda::tiles::inline __1::__math {

/// An unsigned integer of the size, and the bits of the significand without the leading one.
template <class _T> struct format;
template <> struct format<float> {
  using bits = unsigned;
  static constexpr int fraction = 23, bias = 127;
  static constexpr float max = 0x1.fffffep127f;
};
template <> struct format<double> {
  using bits = unsigned long;
  static constexpr int fraction = 52, bias = 1023;
  static constexpr double max = 0x1.fffffffffffffp1023;
};

template <class _T> __TILEC_MATH typename format<_T>::bits bits_of(_T __x) noexcept {
  return __builtin_bit_cast(typename format<_T>::bits, __x);
}
template <class _T> __TILEC_MATH _T from_bits(typename format<_T>::bits __b) noexcept {
  return __builtin_bit_cast(_T, __b);
}
template <class _T>
inline constexpr typename format<_T>::bits sign_bit = typename format<_T>::bits(1) << (8 * sizeof(_T) - 1);
template <class _T>
inline constexpr _T infinity =
    from_bits<_T>(typename format<_T>::bits(2 * format<_T>::bias + 1) << format<_T>::fraction);
template <class _T>
inline constexpr _T quiet_nan =
    from_bits<_T>(bits_of(infinity<_T>) | typename format<_T>::bits(1) << (format<_T>::fraction - 1));

template <class _T> __TILEC_MATH bool is_negative(_T __x) noexcept { return (bits_of(__x) & sign_bit<_T>) != 0; }
/// The magnitude of the first with the sign of the second.
template <class _T> __TILEC_MATH _T copy_sign(_T __x, _T __s) noexcept {
  return from_bits<_T>((bits_of(__x) & ~sign_bit<_T>) | (bits_of(__s) & sign_bit<_T>));
}
/// Neither infinite nor NaN.
template <class _T> __TILEC_MATH bool is_finite(_T __x) noexcept { return __op::absf(__x) <= format<_T>::max; }

/// 2^n for an exponent of a normal number.
template <class _T> __TILEC_MATH _T power_of_two(int __n) noexcept {
  return from_bits<_T>(static_cast<typename format<_T>::bits>(__n + format<_T>::bias) << format<_T>::fraction);
}
/// x = m * 2^e with 1 <= |m| < 2, for a finite x that is not zero.
struct parts {
  double significand;
  int exponent;
};
__TILEC_MATH parts split(double __x) noexcept {
  bool const __tiny = __op::absf(__x) < 0x1p-1022;
  double const __y = __tiny ? __x * 0x1p64 : __x;
  int const __e = static_cast<int>((bits_of(__y) & ~sign_bit<double>) >> 52) - 1023;
  return {from_bits<double>((bits_of(__y) & ~(0x7fful << 52)) | 0x3fful << 52), __tiny ? __e - 64 : __e};
}
/// m * 2^e, rounded once.
__TILEC_MATH double join(parts __p) noexcept {
  if (__p.exponent > 1023)
    return copy_sign(infinity<double>, __p.significand);
  if (__p.exponent >= -1022)
    return __p.significand * power_of_two<double>(__p.exponent);
  // The smallest normal number of that significand, moved into the subnormal range by one multiplication.
  int const __below = __p.exponent < -1080 ? -1080 : __p.exponent;
  return __p.significand * 0x1p-1022 * power_of_two<double>(__below + 1022);
}
__TILEC_MATH double scale(double __x, long __n) noexcept {
  if (__x == 0 || !is_finite(__x))
    return __x;
  parts const __p = split(__x);
  return join({__p.significand, __p.exponent + static_cast<int>(__n > 5000 ? 5000 : __n < -5000 ? -5000 : __n)});
}
/// x = m * 2^e with 0.5 <= |m| < 1; zero, infinities and NaN are their own significands.
__TILEC_MATH double fraction(double __x, int *__exponent) noexcept {
  if (__x == 0 || !is_finite(__x)) {
    *__exponent = 0;
    return __x;
  }
  parts const __p = split(__x);
  *__exponent = __p.exponent + 1;
  return __p.significand * 0.5;
}
/// The exponent of x as a number.
__TILEC_MATH double exponent_of(double __x) noexcept {
  return __x == 0 ? -infinity<double> : is_finite(__x) ? split(__x).exponent : __x * __x;
}
/// The neighbour of x in the direction of y.
template <class _T> __TILEC_MATH _T next_after(_T __x, _T __y) noexcept {
  if (__x != __x || __y != __y)
    return __x + __y;
  if (__x == __y)
    return __y;
  if (__x == 0)
    return copy_sign(from_bits<_T>(1), __y);
  // Numbers of one sign are ordered as their bits.
  return from_bits<_T>((__x < __y) == (__x > 0) ? bits_of(__x) + 1 : bits_of(__x) - 1);
}

// ---- operations without modes -------------------------------------------------------------------------------------

template <class _T> __TILEC_MATH _T square_root(_T __x) noexcept { return __op::sqrt<0, false>(__x); }
/// A NaN loses against a number.
template <class _T> __TILEC_MATH _T lesser(_T __x, _T __y) noexcept { return __op::minf<false, false>(__x, __y); }
template <class _T> __TILEC_MATH _T greater(_T __x, _T __y) noexcept { return __op::maxf<false, false>(__x, __y); }

// ---- rounding to integers -----------------------------------------------------------------------------------------

template <class _T> __TILEC_MATH _T truncate(_T __x) noexcept { return __x < 0 ? __op::ceil(__x) : __op::floor(__x); }
/// Halves go away from zero.
template <class _T> __TILEC_MATH _T round_half_away(_T __x) noexcept {
  _T const __whole = truncate(__x);
  return __op::absf(__x - __whole) >= _T(0.5) ? __whole + copy_sign(_T(1), __x) : __whole;
}
/// Halves go to even: where one unit is the last place, addition rounds.
template <class _T> __TILEC_MATH _T round_half_even(_T __x) noexcept {
  constexpr _T __units = static_cast<_T>(typename format<_T>::bits(1) << format<_T>::fraction);
  _T const __a = __op::absf(__x);
  return __a < __units ? copy_sign((__a + __units) - __units, __x) : __x;
}

// ---- remainders ---------------------------------------------------------------------------------------------------

/// x - n y with n the integer nearest to x / y, halves to even; `quotient` gets the low bits of n, with its sign.
template <class _T> __TILEC_MATH _T remainder(_T __x, _T __y, int *__quotient) noexcept {
  *__quotient = 0;
  if (!is_finite(__x) || __y != __y || __y == 0)
    return quiet_nan<_T>;
  _T __a = __op::absf(__x), __b = __op::absf(__y);
  if (__b <= format<_T>::max / 8)
    __a = __op::remf(__a, 8 * __b);
  int __n = 0;
  for (int __i = 4; __i > 0; __i /= 2)
    if (__b <= format<_T>::max / static_cast<_T>(__i) && __a >= static_cast<_T>(__i) * __b) {
      __a -= static_cast<_T>(__i) * __b;
      __n += __i;
    }
  // Now a < b, so that b - a is exact where it decides.
  if (__a > __b - __a || (__a == __b - __a && __n % 2 != 0)) {
    __a -= __b;
    ++__n;
  }
  *__quotient = is_negative(__x) == is_negative(__y) ? __n : -__n;
  return is_negative(__x) ? -__a : __a;
}

} // namespace cuda::tiles::inline __1::__math

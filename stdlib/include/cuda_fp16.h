// IEEE binary16.
#pragma once

#include <cuda_tile/detail/float_types.h>

/// IEEE binary16. A number class with arithmetic; converts from and to every arithmetic type implicitly.
struct __half {
  __tilec_f16 __x;

  __half() = default;
  /// Rounded to nearest even.
  __tile__ __host__ __device__ constexpr __half(float value) noexcept : __x(static_cast<__tilec_f16>(value)) {}
  /// Rounded to nearest even, once.
#define __TILEC_FROM(TYPE)                                                                                             \
  __tile__ __host__ __device__ constexpr __half(TYPE value) noexcept : __x(static_cast<__tilec_f16>(value)) {}
  __TILEC_CONSTRUCTED_FROM(__TILEC_FROM)
#undef __TILEC_FROM
  /// From another 16-bit number, rounded once.
  template <cuda::tiles::__detail::small_number_with_arithmetic _T>
  __tile__ __host__ __device__ explicit constexpr __half(_T value) noexcept
      : __x(static_cast<__tilec_f16>(static_cast<float>(value))) {}
  /// From the builtin type.
  __tile__ __host__ __device__ explicit constexpr __half(__tilec_f16 value) noexcept : __x(value) {}

  /// Exact.
  __tile__ __host__ __device__ constexpr operator float() const noexcept { return static_cast<float>(__x); }
  /// Toward zero.
#define __TILEC_TO(TYPE)                                                                                               \
  __tile__ __host__ __device__ constexpr operator TYPE() const noexcept { return static_cast<TYPE>(__x); }
  __TILEC_CONVERTED_TO(__TILEC_TO)
#undef __TILEC_TO
  /// Whether it is not zero.
  __tile__ __host__ __device__ constexpr operator bool() const noexcept { return static_cast<float>(__x) != 0; }

  /// Sum, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __half operator+(__half a, __half b) noexcept {
    return __half(a.__x + b.__x);
  }
  /// Difference, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __half operator-(__half a, __half b) noexcept {
    return __half(a.__x - b.__x);
  }
  /// Product, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __half operator*(__half a, __half b) noexcept {
    return __half(a.__x * b.__x);
  }
  /// Quotient, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __half operator/(__half a, __half b) noexcept {
    return __half(a.__x / b.__x);
  }
  /// The sum, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __half &operator+=(__half &a, __half b) noexcept { return a = a + b; }
  /// The difference, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __half &operator-=(__half &a, __half b) noexcept { return a = a - b; }
  /// The product, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __half &operator*=(__half &a, __half b) noexcept { return a = a * b; }
  /// The quotient, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __half &operator/=(__half &a, __half b) noexcept { return a = a / b; }
  /// The number itself.
  __tile__ __host__ __device__ friend constexpr __half operator+(__half a) noexcept { return a; }
  /// The sign changed, of zero and NaN too.
  __tile__ __host__ __device__ friend constexpr __half operator-(__half a) noexcept { return __half(-a.__x); }
  /// One more, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __half &operator++(__half &a) noexcept { return a = a + __half(1.0f); }
  /// One less, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __half &operator--(__half &a) noexcept { return a = a - __half(1.0f); }
  /// One more; the value before.
  __tile__ __host__ __device__ friend constexpr __half operator++(__half &a, int) noexcept {
    __half const before = a;
    ++a;
    return before;
  }
  /// One less; the value before.
  __tile__ __host__ __device__ friend constexpr __half operator--(__half &a, int) noexcept {
    __half const before = a;
    --a;
    return before;
  }
  /// Equal as numbers: -0 is 0, NaN is nothing.
  __tile__ __host__ __device__ friend constexpr bool operator==(__half a, __half b) noexcept { return a.__x == b.__x; }
  /// Not equal, or one is NaN.
  __tile__ __host__ __device__ friend constexpr bool operator!=(__half a, __half b) noexcept {
    return !(a.__x == b.__x);
  }
  /// Less; false with a NaN.
  __tile__ __host__ __device__ friend constexpr bool operator<(__half a, __half b) noexcept { return a.__x < b.__x; }
  /// Greater; false with a NaN.
  __tile__ __host__ __device__ friend constexpr bool operator>(__half a, __half b) noexcept { return b.__x < a.__x; }
  /// Less or equal; false with a NaN.
  __tile__ __host__ __device__ friend constexpr bool operator<=(__half a, __half b) noexcept {
    return a.__x < b.__x || a.__x == b.__x;
  }
  /// Greater or equal; false with a NaN.
  __tile__ __host__ __device__ friend constexpr bool operator>=(__half a, __half b) noexcept {
    return b.__x < a.__x || a.__x == b.__x;
  }
};
/// The type without its underscores.
using half = __half;
using nv_half = __half;
using __nv_half = __half;

// ---- conversion functions -----------------------------------------------------------------------------------------

/// From float, to nearest even.
__tile__ __host__ __device__ constexpr __half __float2half(float a) noexcept { return __half(a); }
/// From float, to nearest even.
__tile__ __host__ __device__ constexpr __half __float2half_rn(float a) noexcept { return __half(a); }
/// From double, to nearest even.
__tile__ __host__ __device__ constexpr __half __double2half(double a) noexcept { return __half(a); }
/// To float, exactly.
__tile__ __host__ __device__ constexpr float __half2float(__half a) noexcept { return static_cast<float>(a); }
/// From an integer, to nearest even.
#define __TILEC_FROM_INTEGER(NAME, TYPE)                                                                               \
  __tile__ __host__ __device__ constexpr __half __##NAME##2half_rn(TYPE a) noexcept { return __half(a); }
__TILEC_FROM_INTEGER(int, int)
__TILEC_FROM_INTEGER(uint, unsigned)
__TILEC_FROM_INTEGER(short, short)
__TILEC_FROM_INTEGER(ushort, unsigned short)
__TILEC_FROM_INTEGER(ll, long long)
__TILEC_FROM_INTEGER(ull, unsigned long long)
#undef __TILEC_FROM_INTEGER
/// To an integer, toward zero; what does not fit goes to the nearest bound, a NaN to zero.
#define __TILEC_TO_INTEGER(NAME, TYPE)                                                                                 \
  __tile__ __host__ __device__ constexpr TYPE __half2##NAME##_rz(__half a) noexcept {                                  \
    return ::cuda::tiles::__detail::to_integer<TYPE>(a);                                                               \
  }
__TILEC_TO_INTEGER(char, signed char)
__TILEC_TO_INTEGER(uchar, unsigned char)
__TILEC_TO_INTEGER(short, short)
__TILEC_TO_INTEGER(ushort, unsigned short)
__TILEC_TO_INTEGER(int, int)
__TILEC_TO_INTEGER(uint, unsigned)
__TILEC_TO_INTEGER(ll, long long)
__TILEC_TO_INTEGER(ull, unsigned long long)
#undef __TILEC_TO_INTEGER
/// The bits.
__tile__ __host__ __device__ constexpr short __half_as_short(__half a) noexcept { return __builtin_bit_cast(short, a); }
/// The bits.
__tile__ __host__ __device__ constexpr unsigned short __half_as_ushort(__half a) noexcept {
  return __builtin_bit_cast(unsigned short, a);
}
/// The number of these bits.
__tile__ __host__ __device__ constexpr __half __short_as_half(short a) noexcept {
  return __builtin_bit_cast(__half, a);
}
/// The number of these bits.
__tile__ __host__ __device__ constexpr __half __ushort_as_half(unsigned short a) noexcept {
  return __builtin_bit_cast(__half, a);
}

#define __TILEC_NUMBER __half
#include <cuda_tile/detail/float_functions.h>
#undef __TILEC_NUMBER

// IEEE binary16.
#pragma once

#include <cuda_tile/detail/float_types.h>

/// IEEE binary16. A number class with arithmetic; converts from every arithmetic type and to float implicitly.
struct __half {
  __tilec_f16 __x;

  __half() = default;
  /// Rounded to nearest even.
  __tile__ __host__ __device__ constexpr __half(float value) noexcept : __x(static_cast<__tilec_f16>(value)) {}
  /// Rounded to nearest even, once.
  template <cuda::tiles::__detail::other_arithmetic _T>
  __tile__ __host__ __device__ constexpr __half(_T value) noexcept : __x(static_cast<__tilec_f16>(value)) {}
  /// From the builtin type.
  __tile__ __host__ __device__ explicit constexpr __half(__tilec_f16 value) noexcept : __x(value) {}

  /// Exact.
  __tile__ __host__ __device__ constexpr operator float() const noexcept { return static_cast<float>(__x); }

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

// ---- conversion and arithmetic functions --------------------------------------------------------------------------

/// From float, to nearest even.
__tile__ __host__ __device__ constexpr __half __float2half(float a) noexcept { return __half(a); }
/// To float, exactly.
__tile__ __host__ __device__ constexpr float __half2float(__half a) noexcept { return static_cast<float>(a); }
/// From double, to nearest even.
__tile__ __host__ __device__ constexpr __half __double2half(double a) noexcept { return __half(a); }
/// From float, to nearest even.
__tile__ __host__ __device__ constexpr __half __float2half_rn(float a) noexcept { return __half(a); }
/// From int, to nearest even.
__tile__ __host__ __device__ constexpr __half __int2half_rn(int a) noexcept { return __half(a); }
/// a + b.
__tile__ __host__ __device__ constexpr __half __hadd(__half a, __half b) noexcept { return a + b; }
/// a - b.
__tile__ __host__ __device__ constexpr __half __hsub(__half a, __half b) noexcept { return a - b; }
/// a * b.
__tile__ __host__ __device__ constexpr __half __hmul(__half a, __half b) noexcept { return a * b; }
/// a / b.
__tile__ __host__ __device__ constexpr __half __hdiv(__half a, __half b) noexcept { return a / b; }
/// -a.
__tile__ __host__ __device__ constexpr __half __hneg(__half a) noexcept { return -a; }
/// a == b.
__tile__ __host__ __device__ constexpr bool __heq(__half a, __half b) noexcept { return a == b; }
/// a != b.
__tile__ __host__ __device__ constexpr bool __hne(__half a, __half b) noexcept { return a != b; }
/// a < b.
__tile__ __host__ __device__ constexpr bool __hlt(__half a, __half b) noexcept { return a < b; }
/// a <= b.
__tile__ __host__ __device__ constexpr bool __hle(__half a, __half b) noexcept { return a <= b; }
/// a > b.
__tile__ __host__ __device__ constexpr bool __hgt(__half a, __half b) noexcept { return a > b; }
/// a >= b.
__tile__ __host__ __device__ constexpr bool __hge(__half a, __half b) noexcept { return a >= b; }

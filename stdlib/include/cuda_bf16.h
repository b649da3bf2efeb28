// bfloat16: binary32 with 7 fraction bits.
#pragma once

#include <cuda_tile/detail/float_types.h>

/// bfloat16: binary32 with 7 fraction bits. A number class with arithmetic; converts from every arithmetic type and to
/// float implicitly.
struct __nv_bfloat16 {
  __tilec_bf16 __x;

  __nv_bfloat16() = default;
  /// Rounded to nearest even.
  __tile__ __host__ __device__ constexpr __nv_bfloat16(float value) noexcept : __x(static_cast<__tilec_bf16>(value)) {}
  /// Rounded to nearest even, once.
  template <cuda::tiles::__detail::other_arithmetic _T>
  __tile__ __host__ __device__ constexpr __nv_bfloat16(_T value) noexcept : __x(static_cast<__tilec_bf16>(value)) {}
  /// From the builtin type.
  __tile__ __host__ __device__ explicit constexpr __nv_bfloat16(__tilec_bf16 value) noexcept : __x(value) {}

  /// Exact.
  __tile__ __host__ __device__ constexpr operator float() const noexcept { return static_cast<float>(__x); }

  /// Sum, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __nv_bfloat16 operator+(__nv_bfloat16 a, __nv_bfloat16 b) noexcept {
    return __nv_bfloat16(a.__x + b.__x);
  }
  /// Difference, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __nv_bfloat16 operator-(__nv_bfloat16 a, __nv_bfloat16 b) noexcept {
    return __nv_bfloat16(a.__x - b.__x);
  }
  /// Product, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __nv_bfloat16 operator*(__nv_bfloat16 a, __nv_bfloat16 b) noexcept {
    return __nv_bfloat16(a.__x * b.__x);
  }
  /// Quotient, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __nv_bfloat16 operator/(__nv_bfloat16 a, __nv_bfloat16 b) noexcept {
    return __nv_bfloat16(a.__x / b.__x);
  }
  /// The sum, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __nv_bfloat16 &operator+=(__nv_bfloat16 &a, __nv_bfloat16 b) noexcept {
    return a = a + b;
  }
  /// The difference, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __nv_bfloat16 &operator-=(__nv_bfloat16 &a, __nv_bfloat16 b) noexcept {
    return a = a - b;
  }
  /// The product, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __nv_bfloat16 &operator*=(__nv_bfloat16 &a, __nv_bfloat16 b) noexcept {
    return a = a * b;
  }
  /// The quotient, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __nv_bfloat16 &operator/=(__nv_bfloat16 &a, __nv_bfloat16 b) noexcept {
    return a = a / b;
  }
  /// The number itself.
  __tile__ __host__ __device__ friend constexpr __nv_bfloat16 operator+(__nv_bfloat16 a) noexcept { return a; }
  /// The sign changed, of zero and NaN too.
  __tile__ __host__ __device__ friend constexpr __nv_bfloat16 operator-(__nv_bfloat16 a) noexcept {
    return __nv_bfloat16(-a.__x);
  }
  /// One more, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __nv_bfloat16 &operator++(__nv_bfloat16 &a) noexcept {
    return a = a + __nv_bfloat16(1.0f);
  }
  /// One less, rounded to nearest even.
  __tile__ __host__ __device__ friend constexpr __nv_bfloat16 &operator--(__nv_bfloat16 &a) noexcept {
    return a = a - __nv_bfloat16(1.0f);
  }
  /// Equal as numbers: -0 is 0, NaN is nothing.
  __tile__ __host__ __device__ friend constexpr bool operator==(__nv_bfloat16 a, __nv_bfloat16 b) noexcept {
    return a.__x == b.__x;
  }
  /// Not equal, or one is NaN.
  __tile__ __host__ __device__ friend constexpr bool operator!=(__nv_bfloat16 a, __nv_bfloat16 b) noexcept {
    return !(a.__x == b.__x);
  }
  /// Less; false with a NaN.
  __tile__ __host__ __device__ friend constexpr bool operator<(__nv_bfloat16 a, __nv_bfloat16 b) noexcept {
    return a.__x < b.__x;
  }
  /// Greater; false with a NaN.
  __tile__ __host__ __device__ friend constexpr bool operator>(__nv_bfloat16 a, __nv_bfloat16 b) noexcept {
    return b.__x < a.__x;
  }
  /// Less or equal; false with a NaN.
  __tile__ __host__ __device__ friend constexpr bool operator<=(__nv_bfloat16 a, __nv_bfloat16 b) noexcept {
    return a.__x < b.__x || a.__x == b.__x;
  }
  /// Greater or equal; false with a NaN.
  __tile__ __host__ __device__ friend constexpr bool operator>=(__nv_bfloat16 a, __nv_bfloat16 b) noexcept {
    return b.__x < a.__x || a.__x == b.__x;
  }
};
/// The type without its underscores.
using nv_bfloat16 = __nv_bfloat16;

// ---- conversion and arithmetic functions --------------------------------------------------------------------------

/// From float, to nearest even.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __float2bfloat16(float a) noexcept { return __nv_bfloat16(a); }
/// To float, exactly.
__tile__ __host__ __device__ constexpr float __bfloat162float(__nv_bfloat16 a) noexcept {
  return static_cast<float>(a);
}
/// From double, to nearest even.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __double2bfloat16(double a) noexcept { return __nv_bfloat16(a); }
/// From float, to nearest even.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __float2bfloat16_rn(float a) noexcept { return __nv_bfloat16(a); }
/// From int, to nearest even.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __int2bfloat16_rn(int a) noexcept { return __nv_bfloat16(a); }
/// a + b.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) noexcept { return a + b; }
/// a - b.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) noexcept { return a - b; }
/// a * b.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) noexcept { return a * b; }
/// a / b.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) noexcept { return a / b; }
/// -a.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __hneg(__nv_bfloat16 a) noexcept { return -a; }
/// a == b.
__tile__ __host__ __device__ constexpr bool __heq(__nv_bfloat16 a, __nv_bfloat16 b) noexcept { return a == b; }
/// a != b.
__tile__ __host__ __device__ constexpr bool __hne(__nv_bfloat16 a, __nv_bfloat16 b) noexcept { return a != b; }
/// a < b.
__tile__ __host__ __device__ constexpr bool __hlt(__nv_bfloat16 a, __nv_bfloat16 b) noexcept { return a < b; }
/// a <= b.
__tile__ __host__ __device__ constexpr bool __hle(__nv_bfloat16 a, __nv_bfloat16 b) noexcept { return a <= b; }
/// a > b.
__tile__ __host__ __device__ constexpr bool __hgt(__nv_bfloat16 a, __nv_bfloat16 b) noexcept { return a > b; }
/// a >= b.
__tile__ __host__ __device__ constexpr bool __hge(__nv_bfloat16 a, __nv_bfloat16 b) noexcept { return a >= b; }

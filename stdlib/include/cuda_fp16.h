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
  __tile__ __host__ __device__ constexpr __half(double value) noexcept : __x(static_cast<__tilec_f16>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ constexpr __half(short value) noexcept : __x(static_cast<__tilec_f16>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ constexpr __half(unsigned short value) noexcept : __x(static_cast<__tilec_f16>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ constexpr __half(int value) noexcept : __x(static_cast<__tilec_f16>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ constexpr __half(unsigned value) noexcept : __x(static_cast<__tilec_f16>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ constexpr __half(long value) noexcept : __x(static_cast<__tilec_f16>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ constexpr __half(unsigned long value) noexcept : __x(static_cast<__tilec_f16>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ constexpr __half(long long value) noexcept : __x(static_cast<__tilec_f16>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ constexpr __half(unsigned long long value) noexcept
      : __x(static_cast<__tilec_f16>(value)) {}
  /// From another 16-bit number, rounded once.
  template <cuda::tiles::__detail::small_number_with_arithmetic _T>
  __tile__ __host__ __device__ explicit constexpr __half(_T value) noexcept
      : __x(static_cast<__tilec_f16>(static_cast<float>(value))) {}
  /// From the builtin type.
  __tile__ __host__ __device__ explicit constexpr __half(__tilec_f16 value) noexcept : __x(value) {}

  /// Exact.
  __tile__ __host__ __device__ constexpr operator float() const noexcept { return static_cast<float>(__x); }
  /// Toward zero.
  __tile__ __host__ __device__ constexpr operator char() const noexcept { return static_cast<char>(__x); }
  /// Toward zero.
  __tile__ __host__ __device__ constexpr operator signed char() const noexcept { return static_cast<signed char>(__x); }
  /// Toward zero.
  __tile__ __host__ __device__ constexpr operator unsigned char() const noexcept {
    return static_cast<unsigned char>(__x);
  }
  /// Toward zero.
  __tile__ __host__ __device__ constexpr operator short() const noexcept { return static_cast<short>(__x); }
  /// Toward zero.
  __tile__ __host__ __device__ constexpr operator unsigned short() const noexcept {
    return static_cast<unsigned short>(__x);
  }
  /// Toward zero.
  __tile__ __host__ __device__ constexpr operator int() const noexcept { return static_cast<int>(__x); }
  /// Toward zero.
  __tile__ __host__ __device__ constexpr operator unsigned() const noexcept { return static_cast<unsigned>(__x); }
  /// Toward zero.
  __tile__ __host__ __device__ constexpr operator long() const noexcept { return static_cast<long>(__x); }
  /// Toward zero.
  __tile__ __host__ __device__ constexpr operator unsigned long() const noexcept {
    return static_cast<unsigned long>(__x);
  }
  /// Toward zero.
  __tile__ __host__ __device__ constexpr operator long long() const noexcept { return static_cast<long long>(__x); }
  /// Toward zero.
  __tile__ __host__ __device__ constexpr operator unsigned long long() const noexcept {
    return static_cast<unsigned long long>(__x);
  }
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
/// Another name of __half.
using nv_half = __half;
/// Another name of __half.
using __nv_half = __half;

/// Two of them, as host and device code packs them: in tile code a structure, without arithmetic.
struct alignas(4) __half2 {
  /// The one at the lower address.
  __half x;
  /// The one at the higher address.
  __half y;
};
/// Another name of __half2.
using half2 = __half2;

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
__tile__ __host__ __device__ constexpr __half __int2half_rn(int a) noexcept { return __half(a); }
/// From an integer, to nearest even.
__tile__ __host__ __device__ constexpr __half __uint2half_rn(unsigned a) noexcept { return __half(a); }
/// From an integer, to nearest even.
__tile__ __host__ __device__ constexpr __half __short2half_rn(short a) noexcept { return __half(a); }
/// From an integer, to nearest even.
__tile__ __host__ __device__ constexpr __half __ushort2half_rn(unsigned short a) noexcept { return __half(a); }
/// From an integer, to nearest even.
__tile__ __host__ __device__ constexpr __half __ll2half_rn(long long a) noexcept { return __half(a); }
/// From an integer, to nearest even.
__tile__ __host__ __device__ constexpr __half __ull2half_rn(unsigned long long a) noexcept { return __half(a); }
/// To an integer, toward zero; what does not fit goes to the nearest bound, a NaN to zero.
__tile__ __host__ __device__ constexpr signed char __half2char_rz(__half a) noexcept {
  return ::cuda::tiles::__detail::to_integer<signed char>(a);
}
/// To an integer, toward zero; what does not fit goes to the nearest bound, a NaN to zero.
__tile__ __host__ __device__ constexpr unsigned char __half2uchar_rz(__half a) noexcept {
  return ::cuda::tiles::__detail::to_integer<unsigned char>(a);
}
/// To an integer, toward zero; what does not fit goes to the nearest bound, a NaN to zero.
__tile__ __host__ __device__ constexpr short __half2short_rz(__half a) noexcept {
  return ::cuda::tiles::__detail::to_integer<short>(a);
}
/// To an integer, toward zero; what does not fit goes to the nearest bound, a NaN to zero.
__tile__ __host__ __device__ constexpr unsigned short __half2ushort_rz(__half a) noexcept {
  return ::cuda::tiles::__detail::to_integer<unsigned short>(a);
}
/// To an integer, toward zero; what does not fit goes to the nearest bound, a NaN to zero.
__tile__ __host__ __device__ constexpr int __half2int_rz(__half a) noexcept {
  return ::cuda::tiles::__detail::to_integer<int>(a);
}
/// To an integer, toward zero; what does not fit goes to the nearest bound, a NaN to zero.
__tile__ __host__ __device__ constexpr unsigned __half2uint_rz(__half a) noexcept {
  return ::cuda::tiles::__detail::to_integer<unsigned>(a);
}
/// To an integer, toward zero; what does not fit goes to the nearest bound, a NaN to zero.
__tile__ __host__ __device__ constexpr long long __half2ll_rz(__half a) noexcept {
  return ::cuda::tiles::__detail::to_integer<long long>(a);
}
/// To an integer, toward zero; what does not fit goes to the nearest bound, a NaN to zero.
__tile__ __host__ __device__ constexpr unsigned long long __half2ull_rz(__half a) noexcept {
  return ::cuda::tiles::__detail::to_integer<unsigned long long>(a);
}
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

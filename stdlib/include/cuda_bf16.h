// bfloat16: binary32 with 7 fraction bits.
#pragma once

#include <cuda_tile/detail/float_types.h>

/// bfloat16: binary32 with 7 fraction bits. A number class with arithmetic; converts from and to every arithmetic type implicitly.
struct __nv_bfloat16 {
  __tilec_bf16 __x;

  __nv_bfloat16() = default;
  /// Rounded to nearest even.
  __tile__ __host__ __device__ constexpr __nv_bfloat16(float value) noexcept : __x(static_cast<__tilec_bf16>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ constexpr __nv_bfloat16(double value) noexcept : __x(static_cast<__tilec_bf16>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ constexpr __nv_bfloat16(short value) noexcept : __x(static_cast<__tilec_bf16>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ constexpr __nv_bfloat16(unsigned short value) noexcept
      : __x(static_cast<__tilec_bf16>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ constexpr __nv_bfloat16(int value) noexcept : __x(static_cast<__tilec_bf16>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ constexpr __nv_bfloat16(unsigned value) noexcept
      : __x(static_cast<__tilec_bf16>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ constexpr __nv_bfloat16(long value) noexcept : __x(static_cast<__tilec_bf16>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ constexpr __nv_bfloat16(unsigned long value) noexcept
      : __x(static_cast<__tilec_bf16>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ constexpr __nv_bfloat16(long long value) noexcept
      : __x(static_cast<__tilec_bf16>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ constexpr __nv_bfloat16(unsigned long long value) noexcept
      : __x(static_cast<__tilec_bf16>(value)) {}
  /// From another 16-bit number, rounded once.
  template <cuda::tiles::__detail::small_number_with_arithmetic _T>
  __tile__ __host__ __device__ explicit constexpr __nv_bfloat16(_T value) noexcept
      : __x(static_cast<__tilec_bf16>(static_cast<float>(value))) {}
  /// From the builtin type.
  __tile__ __host__ __device__ explicit constexpr __nv_bfloat16(__tilec_bf16 value) noexcept : __x(value) {}

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
  /// One more; the value before.
  __tile__ __host__ __device__ friend constexpr __nv_bfloat16 operator++(__nv_bfloat16 &a, int) noexcept {
    __nv_bfloat16 const before = a;
    ++a;
    return before;
  }
  /// One less; the value before.
  __tile__ __host__ __device__ friend constexpr __nv_bfloat16 operator--(__nv_bfloat16 &a, int) noexcept {
    __nv_bfloat16 const before = a;
    --a;
    return before;
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

/// Two of them, as host and device code packs them: in tile code a structure, without arithmetic.
struct alignas(4) __nv_bfloat162 {
  /// The one at the lower address.
  __nv_bfloat16 x;
  /// The one at the higher address.
  __nv_bfloat16 y;
};
/// Another name of __nv_bfloat162.
using nv_bfloat162 = __nv_bfloat162;

// ---- conversion functions -----------------------------------------------------------------------------------------

/// From float, to nearest even.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __float2bfloat16(float a) noexcept { return __nv_bfloat16(a); }
/// From float, to nearest even.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __float2bfloat16_rn(float a) noexcept { return __nv_bfloat16(a); }
/// From double, to nearest even.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __double2bfloat16(double a) noexcept { return __nv_bfloat16(a); }
/// To float, exactly.
__tile__ __host__ __device__ constexpr float __bfloat162float(__nv_bfloat16 a) noexcept {
  return static_cast<float>(a);
}
/// From an integer, to nearest even.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __int2bfloat16_rn(int a) noexcept { return __nv_bfloat16(a); }
/// From an integer, to nearest even.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __uint2bfloat16_rn(unsigned a) noexcept {
  return __nv_bfloat16(a);
}
/// From an integer, to nearest even.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __short2bfloat16_rn(short a) noexcept { return __nv_bfloat16(a); }
/// From an integer, to nearest even.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __ushort2bfloat16_rn(unsigned short a) noexcept {
  return __nv_bfloat16(a);
}
/// From an integer, to nearest even.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __ll2bfloat16_rn(long long a) noexcept { return __nv_bfloat16(a); }
/// From an integer, to nearest even.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __ull2bfloat16_rn(unsigned long long a) noexcept {
  return __nv_bfloat16(a);
}
/// To an integer, toward zero; what does not fit goes to the nearest bound, a NaN to zero.
__tile__ __host__ __device__ constexpr signed char __bfloat162char_rz(__nv_bfloat16 a) noexcept {
  return ::cuda::tiles::__detail::to_integer<signed char>(a);
}
/// To an integer, toward zero; what does not fit goes to the nearest bound, a NaN to zero.
__tile__ __host__ __device__ constexpr unsigned char __bfloat162uchar_rz(__nv_bfloat16 a) noexcept {
  return ::cuda::tiles::__detail::to_integer<unsigned char>(a);
}
/// To an integer, toward zero; what does not fit goes to the nearest bound, a NaN to zero.
__tile__ __host__ __device__ constexpr short __bfloat162short_rz(__nv_bfloat16 a) noexcept {
  return ::cuda::tiles::__detail::to_integer<short>(a);
}
/// To an integer, toward zero; what does not fit goes to the nearest bound, a NaN to zero.
__tile__ __host__ __device__ constexpr unsigned short __bfloat162ushort_rz(__nv_bfloat16 a) noexcept {
  return ::cuda::tiles::__detail::to_integer<unsigned short>(a);
}
/// To an integer, toward zero; what does not fit goes to the nearest bound, a NaN to zero.
__tile__ __host__ __device__ constexpr int __bfloat162int_rz(__nv_bfloat16 a) noexcept {
  return ::cuda::tiles::__detail::to_integer<int>(a);
}
/// To an integer, toward zero; what does not fit goes to the nearest bound, a NaN to zero.
__tile__ __host__ __device__ constexpr unsigned __bfloat162uint_rz(__nv_bfloat16 a) noexcept {
  return ::cuda::tiles::__detail::to_integer<unsigned>(a);
}
/// To an integer, toward zero; what does not fit goes to the nearest bound, a NaN to zero.
__tile__ __host__ __device__ constexpr long long __bfloat162ll_rz(__nv_bfloat16 a) noexcept {
  return ::cuda::tiles::__detail::to_integer<long long>(a);
}
/// To an integer, toward zero; what does not fit goes to the nearest bound, a NaN to zero.
__tile__ __host__ __device__ constexpr unsigned long long __bfloat162ull_rz(__nv_bfloat16 a) noexcept {
  return ::cuda::tiles::__detail::to_integer<unsigned long long>(a);
}
/// The bits.
__tile__ __host__ __device__ constexpr short __bfloat16_as_short(__nv_bfloat16 a) noexcept {
  return __builtin_bit_cast(short, a);
}
/// The bits.
__tile__ __host__ __device__ constexpr unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) noexcept {
  return __builtin_bit_cast(unsigned short, a);
}
/// The number of these bits.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __short_as_bfloat16(short a) noexcept {
  return __builtin_bit_cast(__nv_bfloat16, a);
}
/// The number of these bits.
__tile__ __host__ __device__ constexpr __nv_bfloat16 __ushort_as_bfloat16(unsigned short a) noexcept {
  return __builtin_bit_cast(__nv_bfloat16, a);
}

#define __TILEC_NUMBER __nv_bfloat16
#include <cuda_tile/detail/float_functions.h>
#undef __TILEC_NUMBER

// The 8-bit floating point types.
#pragma once

#include <cuda_tile/detail/float_types.h>

/// 8-bit float with 4 exponent and 3 fraction bits, no infinity. Storage and conversion only: no arithmetic. All
/// conversions are explicit.
struct __nv_fp8_e4m3 {
  __tilec_e4m3 __x;

  __nv_fp8_e4m3() = default;
  /// Rounded to nearest even.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e4m3(float value) noexcept
      : __x(static_cast<__tilec_e4m3>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e4m3(double value) noexcept
      : __x(static_cast<__tilec_e4m3>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e4m3(short value) noexcept
      : __x(static_cast<__tilec_e4m3>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e4m3(unsigned short value) noexcept
      : __x(static_cast<__tilec_e4m3>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e4m3(int value) noexcept
      : __x(static_cast<__tilec_e4m3>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e4m3(unsigned value) noexcept
      : __x(static_cast<__tilec_e4m3>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e4m3(long value) noexcept
      : __x(static_cast<__tilec_e4m3>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e4m3(unsigned long value) noexcept
      : __x(static_cast<__tilec_e4m3>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e4m3(long long value) noexcept
      : __x(static_cast<__tilec_e4m3>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e4m3(unsigned long long value) noexcept
      : __x(static_cast<__tilec_e4m3>(value)) {}
  /// From another 16-bit number, rounded once.
  template <cuda::tiles::__detail::small_number_with_arithmetic _T>
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e4m3(_T value) noexcept
      : __x(static_cast<__tilec_e4m3>(static_cast<float>(value))) {}
  /// From the builtin type.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e4m3(__tilec_e4m3 value) noexcept : __x(value) {}

  /// To a number with arithmetic: exactly to float, then as float converts.
  template <cuda::tiles::__detail::number_with_arithmetic _T>
  __tile__ __host__ __device__ explicit constexpr operator _T() const noexcept {
    return static_cast<_T>(static_cast<float>(__x));
  }
};

/// 8-bit float with 5 exponent and 2 fraction bits. Storage and conversion only: no arithmetic. All conversions are
/// explicit.
struct __nv_fp8_e5m2 {
  __tilec_e5m2 __x;

  __nv_fp8_e5m2() = default;
  /// Rounded to nearest even.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e5m2(float value) noexcept
      : __x(static_cast<__tilec_e5m2>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e5m2(double value) noexcept
      : __x(static_cast<__tilec_e5m2>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e5m2(short value) noexcept
      : __x(static_cast<__tilec_e5m2>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e5m2(unsigned short value) noexcept
      : __x(static_cast<__tilec_e5m2>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e5m2(int value) noexcept
      : __x(static_cast<__tilec_e5m2>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e5m2(unsigned value) noexcept
      : __x(static_cast<__tilec_e5m2>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e5m2(long value) noexcept
      : __x(static_cast<__tilec_e5m2>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e5m2(unsigned long value) noexcept
      : __x(static_cast<__tilec_e5m2>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e5m2(long long value) noexcept
      : __x(static_cast<__tilec_e5m2>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e5m2(unsigned long long value) noexcept
      : __x(static_cast<__tilec_e5m2>(value)) {}
  /// From another 16-bit number, rounded once.
  template <cuda::tiles::__detail::small_number_with_arithmetic _T>
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e5m2(_T value) noexcept
      : __x(static_cast<__tilec_e5m2>(static_cast<float>(value))) {}
  /// From the builtin type.
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e5m2(__tilec_e5m2 value) noexcept : __x(value) {}

  /// To a number with arithmetic: exactly to float, then as float converts.
  template <cuda::tiles::__detail::number_with_arithmetic _T>
  __tile__ __host__ __device__ explicit constexpr operator _T() const noexcept {
    return static_cast<_T>(static_cast<float>(__x));
  }
};

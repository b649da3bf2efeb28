// The tensor float type.
#pragma once

#include <cuda_tile/detail/float_types.h>

/// binary32 of which matrix products use 10 fraction bits; 4 bytes. Storage and conversion only: no arithmetic. All
/// conversions are explicit.
struct __nv_tf32 {
  __tilec_tf32 __x;

  __nv_tf32() = default;
  /// Rounded to nearest even.
  __tile__ __host__ __device__ explicit constexpr __nv_tf32(float value) noexcept
      : __x(static_cast<__tilec_tf32>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_tf32(double value) noexcept
      : __x(static_cast<__tilec_tf32>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_tf32(short value) noexcept
      : __x(static_cast<__tilec_tf32>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_tf32(unsigned short value) noexcept
      : __x(static_cast<__tilec_tf32>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_tf32(int value) noexcept
      : __x(static_cast<__tilec_tf32>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_tf32(unsigned value) noexcept
      : __x(static_cast<__tilec_tf32>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_tf32(long value) noexcept
      : __x(static_cast<__tilec_tf32>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_tf32(unsigned long value) noexcept
      : __x(static_cast<__tilec_tf32>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_tf32(long long value) noexcept
      : __x(static_cast<__tilec_tf32>(value)) {}
  /// Rounded to nearest even, once.
  __tile__ __host__ __device__ explicit constexpr __nv_tf32(unsigned long long value) noexcept
      : __x(static_cast<__tilec_tf32>(value)) {}
  /// From another 16-bit number, rounded once.
  template <cuda::tiles::__detail::small_number_with_arithmetic _T>
  __tile__ __host__ __device__ explicit constexpr __nv_tf32(_T value) noexcept
      : __x(static_cast<__tilec_tf32>(static_cast<float>(value))) {}
  /// From the builtin type.
  __tile__ __host__ __device__ explicit constexpr __nv_tf32(__tilec_tf32 value) noexcept : __x(value) {}

  /// To a number with arithmetic: exactly to float, then as float converts.
  template <cuda::tiles::__detail::number_with_arithmetic _T>
  __tile__ __host__ __device__ explicit constexpr operator _T() const noexcept {
    return static_cast<_T>(static_cast<float>(__x));
  }
};

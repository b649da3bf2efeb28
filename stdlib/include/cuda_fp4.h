// The 4-bit floating point types: __nv_fp4_e2m1 is a scalar from CUDA 13.5 on, the others are stored and copied in tile
// code.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

/// The bits of one number, the low four of a byte.
using __nv_fp4_storage_t = __nv_fp8_storage_t;
/// The bits of two numbers, the first in the low half.
using __nv_fp4x2_storage_t = __nv_fp8_storage_t;
/// The bits of four numbers, the first lowest.
using __nv_fp4x4_storage_t = __nv_fp8x2_storage_t;

/// The formats of four bits.
enum __nv_fp4_interpretation_t {
  /// 2 exponent bits, 1 fraction bit.
  __NV_E2M1,
};

/// 4-bit float with 2 exponent bits and 1 fraction bit, in the low half of a byte. No infinity, no NaN. Storage and
/// conversion only: no arithmetic. All conversions are explicit.
struct alignas(sizeof(__nv_fp4_storage_t)) __nv_fp4_e2m1 {
  union {
    __tilec_e2m1 __number;
    __nv_fp4_storage_t __x;
  };

  __nv_fp4_e2m1() = default;
  /// Rounded to nearest even, once.
  template <cuda::tiles::__detail::number_with_arithmetic _T>
  __tile__ __host__ __device__ explicit constexpr __nv_fp4_e2m1(_T value) noexcept
      : __number(static_cast<__tilec_e2m1>(cuda::tiles::__detail::builtin_number(value))) {}

  /// To a number with arithmetic: exactly to float, then as float converts.
  template <cuda::tiles::__detail::number_with_arithmetic _T>
  __tile__ __host__ __device__ explicit constexpr operator _T() const noexcept {
    return static_cast<_T>(static_cast<float>(__number));
  }
};

/// Two __nv_fp4_e2m1 in a byte.
struct alignas(sizeof(__nv_fp4x2_storage_t)) __nv_fp4x2_e2m1 {
  __nv_fp4x2_storage_t __x;

  __nv_fp4x2_e2m1() = default;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp4x2_e2m1(__half2 values) noexcept;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp4x2_e2m1(__nv_bfloat162 values) noexcept;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp4x2_e2m1(float2 values) noexcept;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp4x2_e2m1(double2 values) noexcept;
  /// Converts to two numbers.
  __host__ __device__ explicit operator float2() const noexcept;
};

/// Four __nv_fp4_e2m1 in two bytes.
struct alignas(sizeof(__nv_fp4x4_storage_t)) __nv_fp4x4_e2m1 {
  __nv_fp4x4_storage_t __x;

  __nv_fp4x4_e2m1() = default;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp4x4_e2m1(__half2 low, __half2 high) noexcept;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp4x4_e2m1(__nv_bfloat162 low, __nv_bfloat162 high) noexcept;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp4x4_e2m1(float4 values) noexcept;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp4x4_e2m1(double4 values) noexcept;
  /// Converts to four numbers.
  __host__ __device__ explicit operator float4() const noexcept;
};

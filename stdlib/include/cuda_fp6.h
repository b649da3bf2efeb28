// The 6-bit floating point types: in tile code bytes that are stored and copied.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

/// The bits of one number, the low six of a byte.
using __nv_fp6_storage_t = __nv_fp8_storage_t;
/// The bits of two numbers, a byte each.
using __nv_fp6x2_storage_t = __nv_fp8x2_storage_t;
/// The bits of four numbers, a byte each.
using __nv_fp6x4_storage_t = __nv_fp8x4_storage_t;

/// The formats of six bits.
enum __nv_fp6_interpretation_t {
  /// 2 exponent and 3 fraction bits.
  __NV_E2M3,
  /// 3 exponent and 2 fraction bits.
  __NV_E3M2,
};

/// 6-bit float with 3 exponent and 2 fraction bits. Storage only: conversions are functions of host and SIMT code.
struct alignas(sizeof(__nv_fp6_storage_t)) __nv_fp6_e3m2 {
  __nv_fp6_storage_t __x;

  __nv_fp6_e3m2() = default;
  /// Converts a number.
  template <cuda::tiles::__detail::number_with_arithmetic _T>
  __host__ __device__ explicit __nv_fp6_e3m2(_T value) noexcept;
  /// Converts to a number.
  template <cuda::tiles::__detail::number_with_arithmetic _T> __host__ __device__ explicit operator _T() const noexcept;
};

/// Two __nv_fp6_e3m2.
struct alignas(sizeof(__nv_fp6x2_storage_t)) __nv_fp6x2_e3m2 {
  __nv_fp6x2_storage_t __x;

  __nv_fp6x2_e3m2() = default;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp6x2_e3m2(__half2 values) noexcept;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp6x2_e3m2(__nv_bfloat162 values) noexcept;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp6x2_e3m2(float2 values) noexcept;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp6x2_e3m2(double2 values) noexcept;
  /// Converts to two numbers.
  __host__ __device__ explicit operator float2() const noexcept;
};

/// Four __nv_fp6_e3m2.
struct alignas(sizeof(__nv_fp6x4_storage_t)) __nv_fp6x4_e3m2 {
  __nv_fp6x4_storage_t __x;

  __nv_fp6x4_e3m2() = default;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp6x4_e3m2(__half2 low, __half2 high) noexcept;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp6x4_e3m2(__nv_bfloat162 low, __nv_bfloat162 high) noexcept;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp6x4_e3m2(float4 values) noexcept;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp6x4_e3m2(double4 values) noexcept;
  /// Converts to four numbers.
  __host__ __device__ explicit operator float4() const noexcept;
};

/// 6-bit float with 2 exponent and 3 fraction bits. Storage only: conversions are functions of host and SIMT code.
struct alignas(sizeof(__nv_fp6_storage_t)) __nv_fp6_e2m3 {
  __nv_fp6_storage_t __x;

  __nv_fp6_e2m3() = default;
  /// Converts a number.
  template <cuda::tiles::__detail::number_with_arithmetic _T>
  __host__ __device__ explicit __nv_fp6_e2m3(_T value) noexcept;
  /// Converts to a number.
  template <cuda::tiles::__detail::number_with_arithmetic _T> __host__ __device__ explicit operator _T() const noexcept;
};

/// Two __nv_fp6_e2m3.
struct alignas(sizeof(__nv_fp6x2_storage_t)) __nv_fp6x2_e2m3 {
  __nv_fp6x2_storage_t __x;

  __nv_fp6x2_e2m3() = default;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp6x2_e2m3(__half2 values) noexcept;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp6x2_e2m3(__nv_bfloat162 values) noexcept;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp6x2_e2m3(float2 values) noexcept;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp6x2_e2m3(double2 values) noexcept;
  /// Converts to two numbers.
  __host__ __device__ explicit operator float2() const noexcept;
};

/// Four __nv_fp6_e2m3.
struct alignas(sizeof(__nv_fp6x4_storage_t)) __nv_fp6x4_e2m3 {
  __nv_fp6x4_storage_t __x;

  __nv_fp6x4_e2m3() = default;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp6x4_e2m3(__half2 low, __half2 high) noexcept;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp6x4_e2m3(__nv_bfloat162 low, __nv_bfloat162 high) noexcept;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp6x4_e2m3(float4 values) noexcept;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp6x4_e2m3(double4 values) noexcept;
  /// Converts to four numbers.
  __host__ __device__ explicit operator float4() const noexcept;
};

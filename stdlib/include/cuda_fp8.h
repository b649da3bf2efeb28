// The 8-bit floating point types.
#pragma once

#include <cuda_tile/detail/float_types.h>
#include <cuda_tile/detail/vector_types.h>

struct __half2;
struct __nv_bfloat162;

/// The bits of one number.
using __nv_fp8_storage_t = unsigned char;
/// The bits of two numbers, the first lowest.
using __nv_fp8x2_storage_t = unsigned short;
/// The bits of four numbers, the first lowest.
using __nv_fp8x4_storage_t = unsigned;

/// The result of a conversion of numbers that are out of range.
enum __nv_saturation_t {
  /// An infinity or a NaN.
  __NV_NOSAT,
  /// The largest finite number.
  __NV_SATFINITE,
};

/// The formats of eight bits.
enum __nv_fp8_interpretation_t {
  /// 4 exponent and 3 fraction bits.
  __NV_E4M3,
  /// 5 exponent and 2 fraction bits.
  __NV_E5M2,
};

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

/// Two __nv_fp8_e4m3. Storage only: conversions are functions of host and SIMT code.
struct alignas(sizeof(__nv_fp8x2_storage_t)) __nv_fp8x2_e4m3 {
  __nv_fp8x2_storage_t __x;

  __nv_fp8x2_e4m3() = default;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp8x2_e4m3(__half2 values) noexcept;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp8x2_e4m3(__nv_bfloat162 values) noexcept;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp8x2_e4m3(float2 values) noexcept;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp8x2_e4m3(double2 values) noexcept;
  /// Converts to two numbers.
  __host__ __device__ explicit operator float2() const noexcept;
};

/// Four __nv_fp8_e4m3. Storage only.
struct alignas(sizeof(__nv_fp8x4_storage_t)) __nv_fp8x4_e4m3 {
  __nv_fp8x4_storage_t __x;

  __nv_fp8x4_e4m3() = default;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp8x4_e4m3(__half2 low, __half2 high) noexcept;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp8x4_e4m3(__nv_bfloat162 low, __nv_bfloat162 high) noexcept;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp8x4_e4m3(float4 values) noexcept;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp8x4_e4m3(double4 values) noexcept;
  /// Converts to four numbers.
  __host__ __device__ explicit operator float4() const noexcept;
};

/// Two __nv_fp8_e5m2. Storage only: conversions are functions of host and SIMT code.
struct alignas(sizeof(__nv_fp8x2_storage_t)) __nv_fp8x2_e5m2 {
  __nv_fp8x2_storage_t __x;

  __nv_fp8x2_e5m2() = default;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp8x2_e5m2(__half2 values) noexcept;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp8x2_e5m2(__nv_bfloat162 values) noexcept;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp8x2_e5m2(float2 values) noexcept;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp8x2_e5m2(double2 values) noexcept;
  /// Converts to two numbers.
  __host__ __device__ explicit operator float2() const noexcept;
};

/// Four __nv_fp8_e5m2. Storage only.
struct alignas(sizeof(__nv_fp8x4_storage_t)) __nv_fp8x4_e5m2 {
  __nv_fp8x4_storage_t __x;

  __nv_fp8x4_e5m2() = default;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp8x4_e5m2(__half2 low, __half2 high) noexcept;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp8x4_e5m2(__nv_bfloat162 low, __nv_bfloat162 high) noexcept;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp8x4_e5m2(float4 values) noexcept;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp8x4_e5m2(double4 values) noexcept;
  /// Converts to four numbers.
  __host__ __device__ explicit operator float4() const noexcept;
};

/// A power of two in 8 bits, or a NaN: the scale of a block. No zero and no sign. Storage and conversion only: no
/// arithmetic. All conversions are explicit.
struct alignas(sizeof(__nv_fp8_storage_t)) __nv_fp8_e8m0 {
  union {
    __tilec_e8m0 __number;
    __nv_fp8_storage_t __x;
  };

  __nv_fp8_e8m0() = default;
  /// The magnitude rounded up to a power of two, at most 2^127; an integer by way of double.
  template <cuda::tiles::__detail::number_with_arithmetic _T>
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_e8m0(_T value) noexcept
      : __number(static_cast<__tilec_e8m0>(cuda::tiles::__detail::builtin_number(value))) {}

  /// To a number with arithmetic: exactly to float, then as float converts.
  template <cuda::tiles::__detail::number_with_arithmetic _T>
  __tile__ __host__ __device__ explicit constexpr operator _T() const noexcept {
    return static_cast<_T>(static_cast<float>(__number));
  }
};

/// 8-bit float with 5 exponent and 3 fraction bits and without a sign: the scale of a block. No infinity. Storage and
/// conversion only: no arithmetic. All conversions are explicit. Since CUDA 13.4.
struct [[tilec::since(13, 4)]] alignas(sizeof(__nv_fp8_storage_t)) __nv_fp8_ue5m3 {
  union {
    __tilec_ue5m3 __number;
    __nv_fp8_storage_t __x;
  };

  __nv_fp8_ue5m3() = default;
  /// Rounded to nearest even, once. A negative number becomes a NaN.
  template <cuda::tiles::__detail::number_with_arithmetic _T>
  __tile__ __host__ __device__ explicit constexpr __nv_fp8_ue5m3(_T value) noexcept
      : __number(static_cast<__tilec_ue5m3>(cuda::tiles::__detail::builtin_number(value))) {}

  /// To a number with arithmetic: exactly to float, then as float converts.
  template <cuda::tiles::__detail::number_with_arithmetic _T>
  __tile__ __host__ __device__ explicit constexpr operator _T() const noexcept {
    return static_cast<_T>(static_cast<float>(__number));
  }
};

namespace cuda::tiles::inline __1::__detail {
template <>
[[tilec::since(13, 4)]] inline constexpr scalar_info info_of<__nv_fp8_ue5m3>{float_of_13_5, 8, 1, true};
} // namespace cuda::tiles::inline __1::__detail

/// Two __nv_fp8_e8m0. Storage only.
struct alignas(sizeof(__nv_fp8x2_storage_t)) __nv_fp8x2_e8m0 {
  __nv_fp8x2_storage_t __x;

  __nv_fp8x2_e8m0() = default;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp8x2_e8m0(__half2 values) noexcept;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp8x2_e8m0(__nv_bfloat162 values) noexcept;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp8x2_e8m0(float2 values) noexcept;
  /// Converts two numbers.
  __host__ __device__ explicit __nv_fp8x2_e8m0(double2 values) noexcept;
  /// Converts to two numbers.
  __host__ __device__ explicit operator float2() const noexcept;
};

/// Four __nv_fp8_e8m0. Storage only.
struct alignas(sizeof(__nv_fp8x4_storage_t)) __nv_fp8x4_e8m0 {
  __nv_fp8x4_storage_t __x;

  __nv_fp8x4_e8m0() = default;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp8x4_e8m0(__half2 low, __half2 high) noexcept;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp8x4_e8m0(__nv_bfloat162 low, __nv_bfloat162 high) noexcept;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp8x4_e8m0(float4 values) noexcept;
  /// Converts four numbers.
  __host__ __device__ explicit __nv_fp8x4_e8m0(double4 values) noexcept;
  /// Converts to four numbers.
  __host__ __device__ explicit operator float4() const noexcept;
};

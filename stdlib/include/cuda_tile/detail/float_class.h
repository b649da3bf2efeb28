// The part of <cmath> that every source has without asking: its macros, abs, and what kind of number a value is.
#pragma once

#include <cstdlib>

#define HUGE_VALF __builtin_bit_cast(float, 0x7f800000u)
#define HUGE_VAL __builtin_bit_cast(double, 0x7ff0000000000000ull)
#define HUGE_VALL static_cast<long double>(HUGE_VAL)
#define INFINITY __builtin_bit_cast(float, 0x7f800000u)
#define NAN __builtin_bit_cast(float, 0x7fc00000u)
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define FP_FAST_FMA 1
#define FP_FAST_FMAF 1
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
/// No function sets errno or raises a floating-point exception.
#define math_errhandling 0
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440

namespace std {

__tile__ __host__ __device__ constexpr float abs(float __x) noexcept {
  return __builtin_bit_cast(float, __builtin_bit_cast(unsigned, __x) & 0x7fffffffu);
}
__tile__ __host__ __device__ constexpr double abs(double __x) noexcept {
  return __builtin_bit_cast(double, __builtin_bit_cast(unsigned long, __x) & 0x7fffffffffffffffull);
}
__tile__ __host__ __device__ constexpr bool isnan(float __x) noexcept { return __x != __x; }
__tile__ __host__ __device__ constexpr bool isnan(double __x) noexcept { return __x != __x; }
__tile__ __host__ __device__ constexpr bool isinf(float __x) noexcept { return std::abs(__x) == HUGE_VALF; }
__tile__ __host__ __device__ constexpr bool isinf(double __x) noexcept { return std::abs(__x) == HUGE_VAL; }
__tile__ __host__ __device__ constexpr bool isfinite(float __x) noexcept { return std::abs(__x) < HUGE_VALF; }
__tile__ __host__ __device__ constexpr bool isfinite(double __x) noexcept { return std::abs(__x) < HUGE_VAL; }
__tile__ __host__ __device__ constexpr bool signbit(float __x) noexcept {
  return __builtin_bit_cast(unsigned, __x) >> 31 != 0;
}
__tile__ __host__ __device__ constexpr bool signbit(double __x) noexcept {
  return __builtin_bit_cast(unsigned long, __x) >> 63 != 0;
}

} // namespace std

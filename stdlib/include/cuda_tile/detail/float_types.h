// The common parts of the small floating point classes: the types that they convert from and to,
// each by a function of its own.
// As in CUDA, an operator or call that finds several of these conversions equally good is ambiguous.
#pragma once

#include <cuda_tile/detail/basic.h>

namespace cuda::tiles::inline __1::__detail {

/// What a number without arithmetic converts to, explicitly: the numbers with arithmetic.
template <class _T>
concept number_with_arithmetic = info_of<_T>.is_arithmetic() && !is_cv<_T> && !__is_same(_T, char16_t) &&
                                 !__is_same(_T, char32_t) && !__is_same(_T, char8_t) && !__is_same(_T, wchar_t);

/// A 16-bit number with arithmetic, which float holds exactly.
template <class _T>
concept small_number_with_arithmetic = __is_same(_T, __half) || __is_same(_T, __nv_bfloat16);

/// A number with arithmetic as one of a builtin type, exactly.
template <class _T> __tile__ __host__ __device__ constexpr auto builtin_number(_T value) noexcept {
  if constexpr (small_number_with_arithmetic<_T>)
    return static_cast<float>(value);
  else
    return value;
}

/// Toward zero; what does not fit goes to the nearest bound, a NaN to zero.
template <class _I> __tile__ __host__ __device__ constexpr _I to_integer(float __x) noexcept {
  constexpr float __low = static_cast<float>(min_of<_I>), __high = static_cast<float>(max_of<_I>);
  if (__x != __x)
    return 0;
  // The largest value rounds up to a power of two, or is exact in a small type: it converts to itself either way.
  return __x >= __high  ? static_cast<_I>(max_of<_I>)
         : __x <= __low ? static_cast<_I>(min_of<_I>)
                        : static_cast<_I>(__x);
}

} // namespace cuda::tiles::inline __1::__detail

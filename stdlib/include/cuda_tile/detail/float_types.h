// What the small floating point classes share: which types they convert from and to.
#pragma once

#include <cuda_tile/detail/basic.h>

namespace cuda::tiles::__detail {

/// A builtin arithmetic type other than float (which has its own constructor) and long double.
template <class _T>
concept other_arithmetic = (info_of<_T>.is_integral() || __is_same(_T, double)) && !is_cv<_T>;

/// Any scalar with a value that is a number, the small floating point classes among them.
template <class _T>
concept numeric = info_of<_T>.is_numeric() && !is_cv<_T>;

} // namespace cuda::tiles::__detail

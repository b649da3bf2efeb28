// What the small floating point classes share: which arithmetic types they convert from.
#pragma once

#include <cuda_tile/detail/basic.h>

namespace cuda::tiles::__detail {

/// A builtin arithmetic type other than float (which has its own constructor) and long double.
template <class _T>
concept other_arithmetic = (info_of<_T>.is_integral() || __is_same(_T, double)) && !is_cv<_T>;

} // namespace cuda::tiles::__detail

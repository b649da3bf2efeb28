// The classes of previews, which tilec does not have: an error says so where a program names one.
#pragma once

#include <cuda_tile/general.h>

namespace cuda::tiles::inline __1::experimental {

/// A string as a template argument. Of the preview of functions of tile libraries of CUDA 13.5, which tilec does not have.
template <__detail::size _N> struct [[tilec::preview(13, 5)]] fixedString {
  char data[_N];
};

/// The results of a function of a tile library that has several. Of the same preview.
template <class... _T> struct [[tilec::preview(13, 5)]] multi_outputs {};

} // namespace cuda::tiles::inline __1::experimental

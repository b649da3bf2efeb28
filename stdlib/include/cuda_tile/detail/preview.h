// The classes of previews, which `--tile-preview` switches on: an error says so where a program names one without it.
#pragma once

#include <cuda_tile/general.h>

namespace cuda::tiles::inline __1::experimental {

/// A string as a template argument of a function of a tile library. Of the preview of these in CUDA 13.5
/// (`--tile-preview=simt`).
template <__detail::size _N> struct [[tilec::preview(13, 5)]] [[tilec::text]] fixedString {
  char data[_N];

  /// The string of a literal, with its final zero.
  consteval fixedString(const char (&_text)[_N]) {
    for (__detail::size _i = 0; _i < _N; ++_i)
      data[_i] = _text[_i];
  }
};

/// The results of a function of a tile library that has several: one to five. Of the same preview.
template <class... _T> struct [[tilec::preview(13, 5)]] [[tilec::results]] multi_outputs {
  static_assert(sizeof...(_T) > 0 && sizeof...(_T) < 6, "a function has one to five results");
};

#ifdef __CUDACC_TILE_PREVIEW_SIMT__
template <class _T0> struct [[tilec::preview(13, 5)]] [[tilec::results]] multi_outputs<_T0> {
  _T0 F0;
};

template <class _T0, class _T1> struct [[tilec::preview(13, 5)]] [[tilec::results]] multi_outputs<_T0, _T1> {
  _T0 F0;
  _T1 F1;
};

template <class _T0, class _T1, class _T2>
struct [[tilec::preview(13, 5)]] [[tilec::results]] multi_outputs<_T0, _T1, _T2> {
  _T0 F0;
  _T1 F1;
  _T2 F2;
};

template <class _T0, class _T1, class _T2, class _T3>
struct [[tilec::preview(13, 5)]] [[tilec::results]] multi_outputs<_T0, _T1, _T2, _T3> {
  _T0 F0;
  _T1 F1;
  _T2 F2;
  _T3 F3;
};

template <class _T0, class _T1, class _T2, class _T3, class _T4>
struct [[tilec::preview(13, 5)]] [[tilec::results]] multi_outputs<_T0, _T1, _T2, _T3, _T4> {
  _T0 F0;
  _T1 F1;
  _T2 F2;
  _T3 F3;
  _T4 F4;
};
#endif

} // namespace cuda::tiles::inline __1::experimental

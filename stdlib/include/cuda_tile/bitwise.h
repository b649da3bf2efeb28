// Section 2.2.11 - 2.2.16: bitwise operators and shifts, on integral elements.
#pragma once

#include <cuda_tile/arithmetic.h>

namespace cuda::tiles::inline __1 {

/// Bitwise and; bool elements too.
template <integral_tile _Lhs, integral_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> operator&(_Lhs lhs, _Rhs rhs) noexcept {
  using type = arithmetic_tile_conversion_t<_Lhs, _Rhs>;
  return __detail::rep::wrap<type>(__op::andi(__detail::to<type>(lhs), __detail::to<type>(rhs)));
}

/// Bitwise or; bool elements too.
template <integral_tile _Lhs, integral_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> operator|(_Lhs lhs, _Rhs rhs) noexcept {
  using type = arithmetic_tile_conversion_t<_Lhs, _Rhs>;
  return __detail::rep::wrap<type>(__op::ori(__detail::to<type>(lhs), __detail::to<type>(rhs)));
}

/// Bitwise exclusive or; bool elements too.
template <integral_tile _Lhs, integral_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> operator^(_Lhs lhs, _Rhs rhs) noexcept {
  using type = arithmetic_tile_conversion_t<_Lhs, _Rhs>;
  return __detail::rep::wrap<type>(__op::xori(__detail::to<type>(lhs), __detail::to<type>(rhs)));
}

namespace __detail {
/// Integral, but not bool.
template <class _T>
concept wide_integral_tile = integral_tile<_T> && !__is_same(element<_T>, bool);
} // namespace __detail

/// Bitwise complement, without promotion; not for bool.
template <integral_tile _T>
  requires __detail::wide_integral_tile<_T>
__tile__ _T operator~(_T in) noexcept {
  using type = tile_with_element_t<_T, tile_element_t<_T>>;
  auto const all_ones = __op::splat<__detail::raw_of<type>>(static_cast<tile_element_t<_T>>(~tile_element_t<_T>{}));
  return __detail::rep::wrap<type>(__op::xori(__detail::rep::raw(in), all_ones));
}

/// lhs * 2^rhs modulo 2^bits, with the element type of lhs. Undefined behaviour: an amount below 0 or not below the
/// number of bits. Shifts count in the element type of lhs: the amount is converted to it.
template <integral_tile _Lhs, integral_tile _Rhs>
  requires broadcast_compatible<_Lhs, _Rhs> && __detail::wide_integral_tile<_Lhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, tile_element_t<_Lhs>> operator<<(_Lhs lhs, _Rhs rhs) noexcept {
  using type = mutual_broadcast_t<_Lhs, _Rhs, tile_element_t<_Lhs>>;
  return __detail::rep::wrap<type>(__op::shli<0>(__detail::to<type>(lhs), __detail::to<type>(rhs)));
}

/// floor(lhs / 2^rhs), with the element type of lhs. Undefined behaviour as for <<.
template <integral_tile _Lhs, integral_tile _Rhs>
  requires broadcast_compatible<_Lhs, _Rhs> && __detail::wide_integral_tile<_Lhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, tile_element_t<_Lhs>> operator>>(_Lhs lhs, _Rhs rhs) noexcept {
  using type = mutual_broadcast_t<_Lhs, _Rhs, tile_element_t<_Lhs>>;
  return __detail::rep::wrap<type>(
      __op::shri<__detail::traits<_Lhs>::info.is_signed()>(__detail::to<type>(lhs), __detail::to<type>(rhs)));
}

} // namespace cuda::tiles::inline __1

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
[[tilec::help(true, "`x * x` is the square of `x`, `pow(x, y)` a power: `^` is exclusive or")]]
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> operator^(_Lhs lhs, _Rhs rhs) noexcept {
  using type = arithmetic_tile_conversion_t<_Lhs, _Rhs>;
  return __detail::rep::wrap<type>(__op::xori(__detail::to<type>(lhs), __detail::to<type>(rhs)));
}

namespace __detail {
/// Integral, but not bool.
template <class _T>
concept wide_integral_tile = integral_tile<_T> && !__is_same(element<_T>, bool);
/// Of bool.
template <class _T>
concept bool_tile = integral_tile<_T> && __is_same(element<_T>, bool);

/// The bits of lhs where the amount of a shift is 0, else 0: one bit that moves is lost.
template <class _Type, class _L, class _R> __tile__ _Type shifted_bits(_L const &lhs, _R const &amount) noexcept {
  auto const is_zero = __op::xori(__detail::to<_Type>(amount), __op::splat<raw_of<_Type>>(true));
  return __detail::rep::wrap<_Type>(__op::andi(__detail::to<_Type>(lhs), is_zero));
}
} // namespace __detail

/// Bitwise complement, without promotion.
template <integral_tile _T>
  requires __detail::wide_integral_tile<_T>
__tile__ _T operator~(_T in) noexcept {
  using type = tile_with_element_t<_T, tile_element_t<_T>>;
  auto const all_ones = __op::splat<__detail::raw_of<type>>(static_cast<tile_element_t<_T>>(~tile_element_t<_T>{}));
  return __detail::rep::wrap<type>(__op::xori(__detail::rep::raw(in), all_ones));
}

/// The negation of bool elements. Since CUDA 13.4.
template <integral_tile _T>
  requires __detail::bool_tile<_T>
[[tilec::since(13, 4)]] __tile__ _T operator~(_T in) noexcept {
  using type = tile_with_element_t<_T, bool>;
  return __detail::rep::wrap<type>(__op::xori(__detail::rep::raw(in), __op::splat<__detail::raw_of<type>>(true)));
}

/// lhs * 2^rhs modulo 2^bits, with the element type of lhs. Undefined behaviour: an amount below 0 or not below the
/// number of bits. Shifts count in the element type of lhs: the amount is converted to it.
template <integral_tile _Lhs, integral_tile _Rhs>
  requires __detail::wide_integral_tile<_Lhs> && broadcast_compatible<_Lhs, _Rhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, tile_element_t<_Lhs>> operator<<(_Lhs lhs, _Rhs rhs) noexcept {
  using type = mutual_broadcast_t<_Lhs, _Rhs, tile_element_t<_Lhs>>;
  return __detail::rep::wrap<type>(__op::shli<0>(__detail::to<type>(lhs), __detail::to<type>(rhs)));
}

/// Elements of one bit: those of lhs where the amount is 0, else false. Since CUDA 13.4.
template <integral_tile _Lhs, integral_tile _Rhs>
  requires __detail::bool_tile<_Lhs> && broadcast_compatible<_Lhs, _Rhs>
[[tilec::since(13, 4)]] __tile__ mutual_broadcast_t<_Lhs, _Rhs, bool> operator<<(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::shifted_bits<mutual_broadcast_t<_Lhs, _Rhs, bool>>(lhs, rhs);
}

/// floor(lhs / 2^rhs), with the element type of lhs. Undefined behaviour as for <<.
template <integral_tile _Lhs, integral_tile _Rhs>
  requires __detail::wide_integral_tile<_Lhs> && broadcast_compatible<_Lhs, _Rhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, tile_element_t<_Lhs>> operator>>(_Lhs lhs, _Rhs rhs) noexcept {
  using type = mutual_broadcast_t<_Lhs, _Rhs, tile_element_t<_Lhs>>;
  return __detail::rep::wrap<type>(
      __op::shri<__detail::traits<_Lhs>::info.is_signed()>(__detail::to<type>(lhs), __detail::to<type>(rhs)));
}

/// Elements of one bit: those of lhs where the amount is 0, else false. Since CUDA 13.4.
template <integral_tile _Lhs, integral_tile _Rhs>
  requires __detail::bool_tile<_Lhs> && broadcast_compatible<_Lhs, _Rhs>
[[tilec::since(13, 4)]] __tile__ mutual_broadcast_t<_Lhs, _Rhs, bool> operator>>(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::shifted_bits<mutual_broadcast_t<_Lhs, _Rhs, bool>>(lhs, rhs);
}

} // namespace cuda::tiles::inline __1

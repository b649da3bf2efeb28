// Section 2.2.10 and 2.2.17 - 2.2.19: comparison and logical operators. Results are bool in the common shape.
#pragma once

#include <cuda_tile/arithmetic.h>

namespace cuda::tiles::inline __1 {

namespace __detail {

/// Comparison number _Predicate (intrinsics.h) in the common comparison type. Only != holds for NaN.
template <int _Predicate, class _Lhs, class _Rhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, bool> compare(_Lhs const &lhs, _Rhs const &rhs) noexcept {
  using common = arithmetic_tile_comparison_t<_Lhs, _Rhs>;
  using result = mutual_broadcast_t<_Lhs, _Rhs, bool>;
  auto const a = __detail::to<common>(lhs);
  auto const b = __detail::to<common>(rhs);
  if constexpr (traits<common>::info.is_float())
    return __detail::rep::wrap<result>(__op::cmpf<raw_of<result>, _Predicate, _Predicate != 1>(a, b));
  else
    return __detail::rep::wrap<result>(__op::cmpi<raw_of<result>, _Predicate, traits<common>::info.is_signed()>(a, b));
}

} // namespace __detail

/// Equal elements; false for NaN.
template <arithmetic_tile _Lhs, arithmetic_tile _Rhs>
  requires arithmetic_tile_comparable<_Lhs, _Rhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, bool> operator==(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::compare<0>(lhs, rhs);
}
/// Different elements; true for NaN.
template <arithmetic_tile _Lhs, arithmetic_tile _Rhs>
  requires arithmetic_tile_comparable<_Lhs, _Rhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, bool> operator!=(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::compare<1>(lhs, rhs);
}
/// Less than; false for NaN.
template <arithmetic_tile _Lhs, arithmetic_tile _Rhs>
  requires arithmetic_tile_comparable<_Lhs, _Rhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, bool> operator<(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::compare<2>(lhs, rhs);
}
/// Less than or equal; false for NaN.
template <arithmetic_tile _Lhs, arithmetic_tile _Rhs>
  requires arithmetic_tile_comparable<_Lhs, _Rhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, bool> operator<=(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::compare<3>(lhs, rhs);
}
/// Greater than; false for NaN.
template <arithmetic_tile _Lhs, arithmetic_tile _Rhs>
  requires arithmetic_tile_comparable<_Lhs, _Rhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, bool> operator>(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::compare<4>(lhs, rhs);
}
/// Greater than or equal; false for NaN.
template <arithmetic_tile _Lhs, arithmetic_tile _Rhs>
  requires arithmetic_tile_comparable<_Lhs, _Rhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, bool> operator>=(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::compare<5>(lhs, rhs);
}

// ---- 2.2.17 - 2.2.19 logical operators ----------------------------------------------------------------------------

/// Both nonzero. On tiles both operands are evaluated.
template <bool_tile_convertible _Lhs, bool_tile_convertible _Rhs>
  requires broadcast_compatible<_Lhs, _Rhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, bool> operator&&(_Lhs lhs, _Rhs rhs) noexcept {
  using type = mutual_broadcast_t<_Lhs, _Rhs, bool>;
  return __detail::rep::wrap<type>(__op::andi(__detail::to<type>(lhs), __detail::to<type>(rhs)));
}
/// One or both nonzero. On tiles both operands are evaluated.
template <bool_tile_convertible _Lhs, bool_tile_convertible _Rhs>
  requires broadcast_compatible<_Lhs, _Rhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, bool> operator||(_Lhs lhs, _Rhs rhs) noexcept {
  using type = mutual_broadcast_t<_Lhs, _Rhs, bool>;
  return __detail::rep::wrap<type>(__op::ori(__detail::to<type>(lhs), __detail::to<type>(rhs)));
}
/// Zero elements.
template <bool_tile_convertible _T> __tile__ tile_with_element_t<_T, bool> operator!(_T x) noexcept {
  using type = tile_with_element_t<_T, bool>;
  return __detail::rep::wrap<type>(__op::xori(__detail::to<type>(x), __op::splat<__detail::raw_of<type>>(true)));
}

} // namespace cuda::tiles::inline __1

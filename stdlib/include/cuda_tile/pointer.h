// Section 2.2.25 - 2.2.31: arithmetic and comparison of pointer tiles.
#pragma once

#include <cuda_tile/tile.h>

namespace cuda::tiles::inline __1 {

namespace __detail {

/// A pointer tile that can be moved by elements: the pointee is not void.
/// Help: declare a pointer to elements, or cast it first, as in `static_cast<float*>(static_cast<void*>(q))`.
template <class _T>
concept steppable_tile
    [[tilec::because(true, "the size of the elements of `{_T}` is not known")]] = pointer_tile<_T> && !is_void<pointee<element<_T>>>;

/// The offset of pointer arithmetic, as 64-bit values in the shape of _R; negated by _Negate.
template <class _R, bool _Negate, class _Offset>
__tile__ raw_of<_R> moved(raw_of<_R> pointer, _Offset const &offset) noexcept {
  auto const steps = __detail::to<tile_with_element_t<_R, ptrdiff>>(offset);
  if constexpr (_Negate)
    return __op::offset(pointer, __op::negi<0>(steps));
  else
    return __op::offset(pointer, steps);
}

/// The addresses of a pointer tile broadcast to the shape of _R, a tile-like type with element type _Int.
template <class _R, class _T> __tile__ raw_of<_R> addresses(_T const &pointers) noexcept {
  using converted = tile_with_element_t<_T, element<_R>>;
  return __detail::broadcast_raw<_R, converted>(__op::ptr_to_int<raw_of<converted>>(__detail::rep::raw(pointers)));
}

template <class _T, class _U>
inline constexpr bool same_pointee = __is_same(remove_cv<pointee<element<_T>>>, remove_cv<pointee<element<_U>>>);

/// The builtin difference of the elements is valid: the same object type but for cv.
template <class _T, class _U>
concept pointer_subtractable =
    pointer_tile<_T> && pointer_tile<_U> && steppable_tile<_T> && steppable_tile<_U> && same_pointee<_T, _U>;

/// The builtin comparison of the elements is valid: the same type but for cv, or one of them void.
template <class _T, class _U>
concept pointer_comparable = pointer_tile<_T> && pointer_tile<_U> &&
                             (same_pointee<_T, _U> || is_void<pointee<element<_T>>> || is_void<pointee<element<_U>>>);

/// Comparison number _Predicate of the addresses.
template <int _Predicate, class _Lhs, class _Rhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, bool> compare_pointers(_Lhs const &lhs, _Rhs const &rhs) noexcept {
  using result = mutual_broadcast_t<_Lhs, _Rhs, bool>;
  using address = mutual_broadcast_t<_Lhs, _Rhs, unsigned long>;
  return __detail::rep::wrap<result>(__op::cmpi<raw_of<result>, _Predicate, false>(__detail::addresses<address>(lhs),
                                                                                   __detail::addresses<address>(rhs)));
}

/// Comparison number _Predicate of the addresses with 0.
template <int _Predicate, class _T>
__tile__ tile_with_element_t<_T, bool> compare_with_null(_T const &pointers) noexcept {
  using result = tile_with_element_t<_T, bool>;
  using address = tile_with_element_t<_T, unsigned long>;
  return __detail::rep::wrap<result>(__op::cmpi<raw_of<result>, _Predicate, false>(
      __detail::addresses<address>(pointers), __op::splat<raw_of<address>>(0ul)));
}

} // namespace __detail

/// The pointers themselves.
template <pointer_tile _Tile> __tile__ _Tile operator+(_Tile x) noexcept { return x; }

/// Pointers moved forward by offset elements. Undefined behaviour as for the builtin operator: leaving the object.
template <integral_tile _Offset, pointer_tile _Ptr>
  requires broadcast_compatible<_Offset, _Ptr> && __detail::steppable_tile<_Ptr>
__tile__ mutual_broadcast_t<_Offset, _Ptr, tile_element_t<_Ptr>> operator+(_Offset offset, _Ptr ptr) noexcept {
  using type = mutual_broadcast_t<_Offset, _Ptr, tile_element_t<_Ptr>>;
  return __detail::rep::wrap<type>(__detail::moved<type, false>(__detail::to<type>(ptr), offset));
}

/// Pointers moved forward by offset elements. Undefined behaviour as for the builtin operator: leaving the object.
template <pointer_tile _Ptr, integral_tile _Offset>
  requires broadcast_compatible<_Ptr, _Offset> && __detail::steppable_tile<_Ptr>
__tile__ mutual_broadcast_t<_Ptr, _Offset, tile_element_t<_Ptr>> operator+(_Ptr ptr, _Offset offset) noexcept {
  using type = mutual_broadcast_t<_Ptr, _Offset, tile_element_t<_Ptr>>;
  return __detail::rep::wrap<type>(__detail::moved<type, false>(__detail::to<type>(ptr), offset));
}

/// Pointers moved back by offset elements. Undefined behaviour as for the builtin operator: leaving the object.
template <pointer_tile _Ptr, integral_tile _Offset>
  requires broadcast_compatible<_Ptr, _Offset> && __detail::steppable_tile<_Ptr>
__tile__ mutual_broadcast_t<_Ptr, _Offset, tile_element_t<_Ptr>> operator-(_Ptr ptr, _Offset offset) noexcept {
  using type = mutual_broadcast_t<_Ptr, _Offset, tile_element_t<_Ptr>>;
  return __detail::rep::wrap<type>(__detail::moved<type, true>(__detail::to<type>(ptr), offset));
}

/// The number of elements from rhs to lhs. Undefined behaviour: pointers into different objects.
template <pointer_tile _Lhs, pointer_tile _Rhs>
  requires broadcast_compatible<_Lhs, _Rhs> && __detail::pointer_subtractable<_Lhs, _Rhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, __detail::ptrdiff> operator-(_Lhs lhs, _Rhs rhs) noexcept {
  using type = mutual_broadcast_t<_Lhs, _Rhs, __detail::ptrdiff>;
  constexpr __detail::ptrdiff step = sizeof(__detail::pointee<tile_element_t<_Lhs>>);
  using from = tile_with_element_t<type, tile_element_t<_Lhs>>;
  using to = tile_with_element_t<type, tile_element_t<_Rhs>>;
  using truth = __detail::raw_of<tile_with_element_t<type, bool>>;
  __op::require_all<11>(__op::same_object<truth>(__detail::to<from>(lhs), __detail::to<from>(rhs)),
                        "2.2.28: subtracted pointers must point into one array");
  auto const bytes = __op::subi<0>(__detail::addresses<type>(lhs), __detail::addresses<type>(rhs));
  if constexpr (step > 1)
    __op::require_all<11>(
        __op::cmpi<truth, 0, true>(__op::remi<true>(bytes, __op::splat<__detail::raw_of<type>>(step)),
                                   __op::splat<__detail::raw_of<type>>(__detail::ptrdiff(0))),
        "2.2.28: subtracted pointers must be whole elements apart");
  return __detail::rep::wrap<type>(__op::divi<true, 1>(bytes, __op::splat<__detail::raw_of<type>>(step)));
}

/// Equality of pointers, as the builtin operator; also between T* and void*.
template <pointer_tile _Lhs, pointer_tile _Rhs>
  requires broadcast_compatible<_Lhs, _Rhs> && __detail::pointer_comparable<_Lhs, _Rhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, bool> operator==(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::compare_pointers<0>(lhs, rhs);
}
/// Inequality of pointers.
template <pointer_tile _Lhs, pointer_tile _Rhs>
  requires broadcast_compatible<_Lhs, _Rhs> && __detail::pointer_comparable<_Lhs, _Rhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, bool> operator!=(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::compare_pointers<1>(lhs, rhs);
}
/// Order of pointers; unspecified across objects.
template <pointer_tile _Lhs, pointer_tile _Rhs>
  requires broadcast_compatible<_Lhs, _Rhs> && __detail::pointer_comparable<_Lhs, _Rhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, bool> operator<(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::compare_pointers<2>(lhs, rhs);
}
/// Order of pointers; unspecified across objects.
template <pointer_tile _Lhs, pointer_tile _Rhs>
  requires broadcast_compatible<_Lhs, _Rhs> && __detail::pointer_comparable<_Lhs, _Rhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, bool> operator<=(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::compare_pointers<3>(lhs, rhs);
}
/// Order of pointers; unspecified across objects.
template <pointer_tile _Lhs, pointer_tile _Rhs>
  requires broadcast_compatible<_Lhs, _Rhs> && __detail::pointer_comparable<_Lhs, _Rhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, bool> operator>(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::compare_pointers<4>(lhs, rhs);
}
/// Order of pointers; unspecified across objects.
template <pointer_tile _Lhs, pointer_tile _Rhs>
  requires broadcast_compatible<_Lhs, _Rhs> && __detail::pointer_comparable<_Lhs, _Rhs>
__tile__ mutual_broadcast_t<_Lhs, _Rhs, bool> operator>=(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::compare_pointers<5>(lhs, rhs);
}

/// Which pointers are null.
template <pointer_tile _P> __tile__ tile_with_element_t<_P, bool> operator==(_P ptrs, decltype(nullptr)) noexcept {
  return __detail::compare_with_null<0>(ptrs);
}
/// Which pointers are null.
template <pointer_tile _P> __tile__ tile_with_element_t<_P, bool> operator==(decltype(nullptr), _P ptrs) noexcept {
  return __detail::compare_with_null<0>(ptrs);
}
/// Which pointers are not null.
template <pointer_tile _P> __tile__ tile_with_element_t<_P, bool> operator!=(_P ptrs, decltype(nullptr)) noexcept {
  return __detail::compare_with_null<1>(ptrs);
}
/// Which pointers are not null.
template <pointer_tile _P> __tile__ tile_with_element_t<_P, bool> operator!=(decltype(nullptr), _P ptrs) noexcept {
  return __detail::compare_with_null<1>(ptrs);
}

} // namespace cuda::tiles::inline __1

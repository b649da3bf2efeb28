// Section 2.15: assumptions. Each function returns its argument; only the result carries the assumption. Undefined
// behaviour: an assumption that does not hold. Constants are template arguments or integral_constant objects.
#pragma once

#include <cuda_tile/tile_ops.h>

namespace cuda::tiles::inline __1 {

namespace __detail {

template <auto _V> inline constexpr bool is_power_of_two = _V > 0 && (_V & (_V - 1)) == 0;
/// The constant is a power of two, at least 1.
template <auto _V>
concept power_of_two = is_power_of_two<_V>;

/// S has the rank of T and no zero length; it need not be tile compatible.
template <class _S, class _T> __tile__ __host__ __device__ constexpr bool block_shape_matches() {
  if (size(_S::rank()) != traits<_T>::rank)
    return false;
  for (size i = 0; i < traits<_T>::rank; ++i)
    if (_S::static_extent(i) == 0)
      return false;
  return true;
}
/// A shape of blocks for T: as many dimensions, none of length zero; powers of two are not needed.
template <class _S, class _T>
concept block_shape_for = shape_like<_S> && tile_like<_T> && block_shape_matches<_S, _T>();

template <class _S, class _Indices> struct block_dims_at;
template <class _S, size... _I> struct block_dims_at<_S, index_list<_I...>> {
  using type = __op::__dims<static_cast<long long>(_S::static_extent(_I))...>;
};
template <class _S> using block_dims = typename block_dims_at<_S, indices<size(_S::rank())>>::type;

/// A constant is at least the smallest value of an element type.
template <auto _V, class _E>
inline constexpr bool not_below = (_V < 0) ? info_of<_E>.is_signed() && static_cast<long long>(_V) >= min_of<_E> : true;
/// A constant is at most the largest value of the signed counterpart of an element type.
template <auto _V, class _E>
inline constexpr bool not_above =
    (_V < 0) ? true : static_cast<unsigned long long>(_V) <= (1ull << (info_of<_E>.bits - 1)) - 1;

/// Integral, but not bool.
template <class _T>
concept boundable_tile = integral_tile<_T> && !__is_same(element<_T>, bool);
/// Integral with a sign.
template <class _T>
concept signed_tile = integral_tile<_T> && traits<_T>::info.is_signed();
/// A constant in the range that bounds of T may have.
template <auto _V, class _T>
concept bound_of = boundable_tile<_T> && not_below<_V, element<_T>> && not_above<_V, element<_T>>;
/// The lower bound is not above the upper one.
template <auto _LB, auto _UB>
concept ordered_bounds = static_cast<long long>(_LB) <= static_cast<long long>(_UB);

/// A group of elements along a dimension of T.
template <class _T, auto _Stride, auto _D>
concept stride_along = tile_like<_T> && _Stride > 0 && _D >= 0 && static_cast<size>(_D) < traits<_T>::rank;

} // namespace __detail

/// Groups of S elements are equal (2.15.1).
/// Help: give constants, `assume_blocked(x, shape<4>{})`.
template <shape_like _S, tile_like _T>
  requires(pointer_tile<_T> || integral_tile<_T>) && __detail::block_shape_for<_S, _T>
[[nodiscard("the assumption holds for the result, which is to be assigned")]] __tile__ _T assume_blocked(_T a, _S = {}) noexcept {
  return __detail::rep::wrap<_T>(__op::assume_same_elements<__detail::block_dims<_S>>(__detail::rep::raw(a)));
}

/// All elements are in [LB, UB] (2.15.2).
/// Help: give constants, `assume_bounded<0, 100>(x)`.
template <integral auto _LB, integral auto _UB, integral_tile _T>
  requires __detail::bound_of<_LB, _T> && __detail::bound_of<_UB, _T> && __detail::ordered_bounds<_LB, _UB>
[[nodiscard("the assumption holds for the result, which is to be assigned")]] __tile__ _T assume_bounded(_T a, integral_constant<_LB> = {}, integral_constant<_UB> = {}) noexcept {
  return __detail::rep::wrap<_T>(
      __op::assume_bounded<true, static_cast<long long>(_LB), true, static_cast<long long>(_UB)>(
          __detail::rep::raw(a)));
}

/// All elements are at most UB (2.15.3).
/// Help: give constants, `assume_bounded_above<100>(x)`.
template <integral auto _UB, integral_tile _T>
  requires __detail::bound_of<_UB, _T>
[[nodiscard("the assumption holds for the result, which is to be assigned")]] __tile__ _T assume_bounded_above(_T a, integral_constant<_UB> = {}) noexcept {
  // The bounds are signed: of unsigned elements the negative ones are those above every UB that there can be.
  constexpr bool is_unsigned = !__detail::traits<_T>::info.is_signed();
  return __detail::rep::wrap<_T>(
      __op::assume_bounded<is_unsigned, 0, true, static_cast<long long>(_UB)>(__detail::rep::raw(a)));
}

/// All elements are at least LB; signed elements only (2.15.4).
/// Help: give constants, `assume_bounded_below<0>(x)`.
template <integral auto _LB, integral_tile _T>
  requires __detail::bound_of<_LB, _T> && __detail::signed_tile<_T>
[[nodiscard("the assumption holds for the result, which is to be assigned")]] __tile__ _T assume_bounded_below(_T a, integral_constant<_LB> = {}) noexcept {
  return __detail::rep::wrap<_T>(
      __op::assume_bounded<true, static_cast<long long>(_LB), false, 0>(__detail::rep::raw(a)));
}

/// All elements are multiples of Div, a power of two (2.15.5).
/// Help: give constants, `assume_divisible<16>(x)`.
template <integral auto _Div, integral_tile _T>
  requires __detail::power_of_two<_Div>
[[nodiscard("the assumption holds for the result, which is to be assigned")]] __tile__ _T assume_divisible(_T a, integral_constant<_Div> = {}) noexcept {
  return __detail::rep::wrap<_T>(__op::assume_div_by<static_cast<long long>(_Div), 0, 0>(__detail::rep::raw(a)));
}

/// Along dimension D, the first of every Stride elements is a multiple of Div and the others count up from it (2.15.6).
/// Help: give constants, `assume_divisible_strided<16, 4, 0>(x)`.
template <integral auto _Div, integral auto _Stride, integral auto _D, integral_tile _T>
  requires __detail::power_of_two<_Div> && __detail::stride_along<_T, _Stride, _D> && __detail::signed_tile<_T>
[[nodiscard("the assumption holds for the result, which is to be assigned")]] __tile__ _T assume_divisible_strided(_T a, integral_constant<_Div> = {}, integral_constant<_Stride> = {},
                                                   integral_constant<_D> = {}) noexcept {
  return __detail::rep::wrap<_T>(
      __op::assume_div_by<static_cast<long long>(_Div), static_cast<long long>(_Stride), static_cast<int>(_D)>(
          __detail::rep::raw(a)));
}

/// All addresses are multiples of Align, a power of two (2.15.7).
/// Help: give constants, `assume_aligned<16>(p)`.
template <integral auto _Align, pointer_tile _T>
  requires __detail::power_of_two<_Align>
[[nodiscard("the assumption holds for the result, which is to be assigned")]] __tile__ _T assume_aligned(_T a, integral_constant<_Align> = {}) noexcept {
  return __detail::rep::wrap<_T>(__op::assume_div_by<static_cast<long long>(_Align), 0, 0>(__detail::rep::raw(a)));
}

/// Along dimension D, the first of every Stride addresses is a multiple of Align and the others follow it (2.15.8).
/// Help: give constants, `assume_aligned_strided<16, 4, 0>(p)`.
template <integral auto _Align, integral auto _Stride, integral auto _D, pointer_tile _T>
  requires __detail::power_of_two<_Align> && __detail::stride_along<_T, _Stride, _D>
[[nodiscard("the assumption holds for the result, which is to be assigned")]] __tile__ _T assume_aligned_strided(_T a, integral_constant<_Align> = {}, integral_constant<_Stride> = {},
                                                 integral_constant<_D> = {}) noexcept {
  return __detail::rep::wrap<_T>(
      __op::assume_div_by<static_cast<long long>(_Align), static_cast<long long>(_Stride), static_cast<int>(_D)>(
          __detail::rep::raw(a)));
}

} // namespace cuda::tiles::inline __1

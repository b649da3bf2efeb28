// Section 2.6: reductions and scans along one dimension. The dimension is a template argument or an integral_constant.
#pragma once

#include <cuda_tile/arithmetic.h>
#include <cuda_tile/compare.h>
#include <cuda_tile/tile_ops.h>

namespace cuda::tiles::inline __1 {

/// T with dimension D of length 1: the type of a reduction (2.6.2).
template <tile_like _T, __detail::size _D>
  requires(_D < tile_rank_v<_T>)
using reduction_result_t = tile<tile_element_t<_T>, __detail::resized<tile_shape_t<_T>, _D, 1>>;

namespace __detail {

/// D is a dimension of T.
template <class _T, auto _D>
concept axis_of
    [[tilec::because(tile_like<_T> && traits<_T>::rank == 0, "`{_T}` has no axes")]]
    [[tilec::because(tile_like<_T>, "`{_T}` has no axis {}: the last one is axis {}", _D, traits<_T>::rank - 1)]]
    [[tilec::help(_D < 0 && traits<_T>::rank > 0, "axes count from 0; the last one is axis {}", traits<_T>::rank - 1)]] = tile_like<_T> && _D >= 0 && static_cast<size>(_D) < traits<_T>::rank;

/// The number of an axis as size_t; the type of a reduction along it.
template <class _T, auto _D> using reduced = reduction_result_t<_T, static_cast<size>(_D)>;

/// Kinds of reduction (intrinsics.h).
inline constexpr int sum_kind = 0, prod_kind = 1, max_kind = 2, min_kind = 3, and_kind = 4, or_kind = 5, xor_kind = 6;

template <int _Kind, auto _D, rounding_mode _Mode, bool _Ftz, bool _Nan, class _T>
__tile__ reduced<_T, _D> reduce(_T const &a) noexcept {
  using type = reduced<_T, _D>;
  return __detail::rep::wrap<type>(
      __op::reduce<raw_of<type>, _Kind, static_cast<int>(_D), traits<_T>::info.is_signed(), number<_Mode>, _Ftz, _Nan>(
          __detail::rep::raw(a)));
}

template <int _Kind, auto _D, rounding_mode _Mode, bool _Ftz, class _T> __tile__ _T scan(_T const &a) noexcept {
  return __detail::rep::wrap<_T>(
      __op::scan<_Kind, static_cast<int>(_D), false, traits<_T>::info.is_signed(), number<_Mode>, _Ftz>(
          __detail::rep::raw(a)));
}

} // namespace __detail

// ---- 2.6.3, 2.6.4 extrema -----------------------------------------------------------------------------------------

/// The largest element along dimension D; numbers win over NaN.
/// Help: name one dimension, `reduce_max<0>(x)`; `reduce_max<0>(reduce_max<1>(x))` reduces two.
template <integral auto _D, arithmetic_tile _T>
  requires __detail::axis_of<_T, _D>
__tile__ __detail::reduced<_T, _D> reduce_max(_T a, integral_constant<_D> = {}) noexcept {
  return __detail::reduce<__detail::max_kind, _D, __detail::nearest, false, false>(a);
}
/// The largest element with a NaN mode and a subnormals rounding mode (float only); floating point only.
/// Help: with a mode the dimension is an argument, `reduce_max(x, integral_constant<0>{}, propagate_nan_t{})`.
template <integral auto _D, nan_propagation_mode _Nan = default_nan_propagation_mode(),
          subnormals_rounding_mode _SubMode = default_subnormals_rounding_mode(), arithmetic_tile _T>
  requires __detail::axis_of<_T, _D> && __detail::extremum_modes<_T, _Nan, _SubMode>
__tile__ __detail::reduced<_T, _D> reduce_max(_T a, integral_constant<_D>, nan_propagation_mode_constant<_Nan>,
                                              subnormals_rounding_mode_constant<_SubMode> = {}) noexcept {
  return __detail::reduce<__detail::max_kind, _D, __detail::nearest, __detail::flushes<_SubMode>,
                          __detail::propagates<_Nan>>(a);
}
/// The smallest element along dimension D; numbers win over NaN.
/// Help: name one dimension, `reduce_min<0>(x)`; `reduce_min<0>(reduce_min<1>(x))` reduces two.
template <integral auto _D, arithmetic_tile _T>
  requires __detail::axis_of<_T, _D>
__tile__ __detail::reduced<_T, _D> reduce_min(_T a, integral_constant<_D> = {}) noexcept {
  return __detail::reduce<__detail::min_kind, _D, __detail::nearest, false, false>(a);
}
/// The smallest element with a NaN mode and a subnormals rounding mode (float only); floating point only.
/// Help: with a mode the dimension is an argument, `reduce_min(x, integral_constant<0>{}, propagate_nan_t{})`.
template <integral auto _D, nan_propagation_mode _Nan = default_nan_propagation_mode(),
          subnormals_rounding_mode _SubMode = default_subnormals_rounding_mode(), arithmetic_tile _T>
  requires __detail::axis_of<_T, _D> && __detail::extremum_modes<_T, _Nan, _SubMode>
__tile__ __detail::reduced<_T, _D> reduce_min(_T a, integral_constant<_D>, nan_propagation_mode_constant<_Nan>,
                                              subnormals_rounding_mode_constant<_SubMode> = {}) noexcept {
  return __detail::reduce<__detail::min_kind, _D, __detail::nearest, __detail::flushes<_SubMode>,
                          __detail::propagates<_Nan>>(a);
}

namespace __detail {

/// Shape _S with every length 1 but that of dimension _Dim.
template <class _S, size _Dim, class _Indices> struct line_at;
template <class _S, size _Dim, size... _I> struct line_at<_S, _Dim, index_list<_I...>> {
  using type = extents<unsigned, (_I == _Dim ? _S::static_extent(_I) : 1)...>;
};

/// The first position of the extremum of a kind along dimension D. Where all are NaN, none is equal to it, and the
/// position is the last.
template <int _Kind, auto _D, class _T> __tile__ reduced<tile_with_element_t<_T, unsigned>, _D> position(_T const &a) noexcept {
  using shape = tile_shape_t<_T>;
  using places = tile_with_element_t<_T, unsigned>;
  constexpr size dim = static_cast<size>(_D), count = shape::static_extent(dim);
  using line = typename line_at<shape, dim, indices<shape::rank()>>::type;
  auto const numbers = broadcast<shape>(reshape<line>(iota<tile<unsigned, extents<unsigned, count>>>()));
  auto const is_extremum = a == __detail::reduce<_Kind, _D, nearest, false, false>(a);
  return reduce_min<_D>(select(is_extremum, numbers, full<places>(static_cast<unsigned>(count - 1))));
}

} // namespace __detail

/// The position of the largest element along dimension D, the first of equal ones. With a NaN among the elements the
/// position is any. Since CUDA 13.4.
/// Help: name the dimension, `max_element<0>(x)`.
template <integral auto _D, arithmetic_tile _T>
  requires __detail::axis_of<_T, _D>
[[tilec::since(13, 4)]] __tile__ __detail::reduced<tile_with_element_t<_T, unsigned>, _D>
max_element(_T a, integral_constant<_D> = {}) noexcept {
  return __detail::position<__detail::max_kind, _D, __detail::remove_cv<_T>>(a);
}
/// The position of the smallest element along dimension D, the first of equal ones. With a NaN among the elements the
/// position is any. Since CUDA 13.4.
/// Help: name the dimension, `min_element<0>(x)`.
template <integral auto _D, arithmetic_tile _T>
  requires __detail::axis_of<_T, _D>
[[tilec::since(13, 4)]] __tile__ __detail::reduced<tile_with_element_t<_T, unsigned>, _D>
min_element(_T a, integral_constant<_D> = {}) noexcept {
  return __detail::position<__detail::min_kind, _D, __detail::remove_cv<_T>>(a);
}

// ---- 2.6.5, 2.6.6 all_of, any_of ----------------------------------------------------------------------------------

/// All elements along dimension D are nonzero.
/// Help: name the dimension, `all_of<0>(x)`.
template <integral auto _D, bool_tile_convertible _T>
  requires __detail::axis_of<_T, _D>
__tile__ __detail::reduced<tile_with_element_t<_T, bool>, _D> all_of(_T a, integral_constant<_D> = {}) noexcept {
  using type = tile_with_element_t<_T, bool>;
  return __detail::reduce<__detail::and_kind, _D, __detail::nearest, false, false>(
      __detail::rep::wrap<type>(__detail::to<type>(a)));
}
/// Some element along dimension D is nonzero.
/// Help: name the dimension, `any_of<0>(x)`.
template <integral auto _D, bool_tile_convertible _T>
  requires __detail::axis_of<_T, _D>
__tile__ __detail::reduced<tile_with_element_t<_T, bool>, _D> any_of(_T a, integral_constant<_D> = {}) noexcept {
  using type = tile_with_element_t<_T, bool>;
  return __detail::reduce<__detail::or_kind, _D, __detail::nearest, false, false>(
      __detail::rep::wrap<type>(__detail::to<type>(a)));
}

// ---- 2.6.7, 2.6.8 sum, prod ---------------------------------------------------------------------------------------

/// The sum along dimension D, in any order and grouping. Undefined behaviour: any of them overflows a signed element.
/// Help: name one dimension, `sum<0>(x)`; `sum<0>(sum<1>(x))` reduces two.
template <integral auto _D, arithmetic_tile _T>
  requires __detail::axis_of<_T, _D>
[[tilec::warn("bool-sum", __is_same(__detail::remove_cv<tile_element_t<_T>>, bool), "the sum of `bool` elements is a `bool`, not their number")]]
__tile__ __detail::reduced<_T, _D> sum(_T a, integral_constant<_D> = {}) noexcept {
  return __detail::reduce<__detail::sum_kind, _D, __detail::nearest, false, false>(a);
}
/// The sum with a rounding mode (precise ones) and a subnormals rounding mode (float only); floating point only.
/// Help: with a mode the dimension is an argument, `sum(x, integral_constant<0>{}, round_ties_to_even_t{})`.
template <integral auto _D, rounding_mode _Mode = default_rounding_mode(),
          subnormals_rounding_mode _SubMode = default_subnormals_rounding_mode(), arithmetic_tile _T>
  requires __detail::axis_of<_T, _D> && __detail::arithmetic_modes<_T, _Mode, _SubMode>
__tile__ __detail::reduced<_T, _D> sum(_T a, integral_constant<_D>, rounding_mode_constant<_Mode>,
                                       subnormals_rounding_mode_constant<_SubMode> = {}) noexcept {
  return __detail::reduce<__detail::sum_kind, _D, _Mode, __detail::flushes<_SubMode>, false>(a);
}
/// The product along dimension D, in any order and grouping. Undefined behaviour: any of them overflows a signed
/// element.
/// Help: name one dimension, `prod<0>(x)`; `prod<0>(prod<1>(x))` reduces two.
template <integral auto _D, arithmetic_tile _T>
  requires __detail::axis_of<_T, _D>
__tile__ __detail::reduced<_T, _D> prod(_T a, integral_constant<_D> = {}) noexcept {
  return __detail::reduce<__detail::prod_kind, _D, __detail::nearest, false, false>(a);
}
/// The product with a rounding mode (precise ones) and a subnormals rounding mode (float only); floating point only.
/// Help: with a mode the dimension is an argument, `prod(x, integral_constant<0>{}, round_ties_to_even_t{})`.
template <integral auto _D, rounding_mode _Mode = default_rounding_mode(),
          subnormals_rounding_mode _SubMode = default_subnormals_rounding_mode(), arithmetic_tile _T>
  requires __detail::axis_of<_T, _D> && __detail::arithmetic_modes<_T, _Mode, _SubMode>
__tile__ __detail::reduced<_T, _D> prod(_T a, integral_constant<_D>, rounding_mode_constant<_Mode>,
                                        subnormals_rounding_mode_constant<_SubMode> = {}) noexcept {
  return __detail::reduce<__detail::prod_kind, _D, _Mode, __detail::flushes<_SubMode>, false>(a);
}

// ---- 2.6.9 - 2.6.11 bitwise reductions ----------------------------------------------------------------------------

/// Bitwise and along dimension D.
/// Help: name the dimension, `reduce_bitand<0>(x)`.
template <integral auto _D, integral_tile _T>
  requires __detail::axis_of<_T, _D>
__tile__ __detail::reduced<_T, _D> reduce_bitand(_T a, integral_constant<_D> = {}) noexcept {
  return __detail::reduce<__detail::and_kind, _D, __detail::nearest, false, false>(a);
}
/// Bitwise or along dimension D.
/// Help: name the dimension, `reduce_bitor<0>(x)`.
template <integral auto _D, integral_tile _T>
  requires __detail::axis_of<_T, _D>
__tile__ __detail::reduced<_T, _D> reduce_bitor(_T a, integral_constant<_D> = {}) noexcept {
  return __detail::reduce<__detail::or_kind, _D, __detail::nearest, false, false>(a);
}
/// Bitwise exclusive or along dimension D.
/// Help: name the dimension, `reduce_bitxor<0>(x)`.
template <integral auto _D, integral_tile _T>
  requires __detail::axis_of<_T, _D>
__tile__ __detail::reduced<_T, _D> reduce_bitxor(_T a, integral_constant<_D> = {}) noexcept {
  return __detail::reduce<__detail::xor_kind, _D, __detail::nearest, false, false>(a);
}

// ---- 2.6.12, 2.6.13 scans -----------------------------------------------------------------------------------------

/// Sums of the elements up to and including each one, along dimension D. Undefined behaviour as for sum.
/// Help: name the dimension, `partial_sum<0>(x)`.
template <integral auto _D, arithmetic_tile _T>
  requires __detail::axis_of<_T, _D>
__tile__ _T partial_sum(_T a, integral_constant<_D> = {}) noexcept {
  return __detail::scan<__detail::sum_kind, _D, __detail::nearest, false>(a);
}
/// Partial sums with a rounding mode (precise ones) and a subnormals rounding mode (float only); floating point only.
/// Help: name the dimension, `partial_sum<0>(x)`.
template <integral auto _D, rounding_mode _Mode = default_rounding_mode(),
          subnormals_rounding_mode _SubMode = default_subnormals_rounding_mode(), arithmetic_tile _T>
  requires __detail::axis_of<_T, _D> && __detail::arithmetic_modes<_T, _Mode, _SubMode>
__tile__ _T partial_sum(_T a, integral_constant<_D>, rounding_mode_constant<_Mode>,
                        subnormals_rounding_mode_constant<_SubMode> = {}) noexcept {
  return __detail::scan<__detail::sum_kind, _D, _Mode, __detail::flushes<_SubMode>>(a);
}
/// Products of the elements up to and including each one, along dimension D. Undefined behaviour as for prod.
/// Help: name the dimension, `partial_prod<0>(x)`.
template <integral auto _D, arithmetic_tile _T>
  requires __detail::axis_of<_T, _D>
__tile__ _T partial_prod(_T a, integral_constant<_D> = {}) noexcept {
  return __detail::scan<__detail::prod_kind, _D, __detail::nearest, false>(a);
}
/// Partial products with a rounding mode (precise ones) and a subnormals rounding mode (float only); floating point
/// only.
/// Help: name the dimension, `partial_prod<0>(x)`.
template <integral auto _D, rounding_mode _Mode = default_rounding_mode(),
          subnormals_rounding_mode _SubMode = default_subnormals_rounding_mode(), arithmetic_tile _T>
  requires __detail::axis_of<_T, _D> && __detail::arithmetic_modes<_T, _Mode, _SubMode>
__tile__ _T partial_prod(_T a, integral_constant<_D>, rounding_mode_constant<_Mode>,
                         subnormals_rounding_mode_constant<_SubMode> = {}) noexcept {
  return __detail::scan<__detail::prod_kind, _D, _Mode, __detail::flushes<_SubMode>>(a);
}

} // namespace cuda::tiles::inline __1

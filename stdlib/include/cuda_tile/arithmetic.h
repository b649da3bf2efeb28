// Section 2.2.1 - 2.2.9, 2.2.20 - 2.2.24: arithmetic on tiles and scalars. No integral promotion takes place; operands
// convert by the rules of 1.7.4. Operators on two scalars are those of C++.
#pragma once

#include <cuda_tile/tile.h>

namespace cuda::tiles::inline __1 {

namespace __detail {

/// no_signed_wrap for signed elements: their overflow is undefined behaviour.
template <class _E> inline constexpr int overflow_of = info_of<_E>.is_signed() ? 1 : 0;

/// The binary operations below: both operands as _R, one operation, the result as _R.
template <class _R, rounding_mode _Mode, bool _Ftz, bool _Contract, class _Lhs, class _Rhs>
__tile__ _R add(_Lhs const &lhs, _Rhs const &rhs) noexcept {
  auto const a = __detail::to<_R>(lhs);
  auto const b = __detail::to<_R>(rhs);
  if constexpr (info_of<element<_R>>.is_float())
    return __detail::rep::wrap<_R>(__op::addf<number<_Mode>, _Ftz, _Contract>(a, b));
  else
    return __detail::rep::wrap<_R>(__op::addi<overflow_of<element<_R>>>(a, b));
}
template <class _R, rounding_mode _Mode, bool _Ftz, bool _Contract, class _Lhs, class _Rhs>
__tile__ _R sub(_Lhs const &lhs, _Rhs const &rhs) noexcept {
  auto const a = __detail::to<_R>(lhs);
  auto const b = __detail::to<_R>(rhs);
  if constexpr (info_of<element<_R>>.is_float())
    return __detail::rep::wrap<_R>(__op::subf<number<_Mode>, _Ftz, _Contract>(a, b));
  else
    return __detail::rep::wrap<_R>(__op::subi<overflow_of<element<_R>>>(a, b));
}
template <class _R, rounding_mode _Mode, bool _Ftz, bool _Contract, class _Lhs, class _Rhs>
__tile__ _R mul(_Lhs const &lhs, _Rhs const &rhs) noexcept {
  auto const a = __detail::to<_R>(lhs);
  auto const b = __detail::to<_R>(rhs);
  if constexpr (info_of<element<_R>>.is_float())
    return __detail::rep::wrap<_R>(__op::mulf<number<_Mode>, _Ftz, _Contract>(a, b));
  else
    return __detail::rep::wrap<_R>(__op::muli<overflow_of<element<_R>>>(a, b));
}
template <class _R, rounding_mode _Mode, bool _Ftz, class _Lhs, class _Rhs>
__tile__ _R div(_Lhs const &lhs, _Rhs const &rhs) noexcept {
  auto const a = __detail::to<_R>(lhs);
  auto const b = __detail::to<_R>(rhs);
  if constexpr (info_of<element<_R>>.is_float())
    return __detail::rep::wrap<_R>(__op::divf<number<_Mode>, _Ftz>(a, b));
  else
    return __detail::rep::wrap<_R>(__op::divi<info_of<element<_R>>.is_signed(), 1>(a, b));
}
template <class _R, class _Lhs, class _Rhs> __tile__ _R rem(_Lhs const &lhs, _Rhs const &rhs) noexcept {
  auto const a = __detail::to<_R>(lhs);
  auto const b = __detail::to<_R>(rhs);
  if constexpr (info_of<element<_R>>.is_float())
    return __detail::rep::wrap<_R>(__op::remf(a, b));
  else
    return __detail::rep::wrap<_R>(__op::remi<info_of<element<_R>>.is_signed()>(a, b));
}
template <class _R, bool _Nan, bool _Ftz, class _Lhs, class _Rhs>
__tile__ _R max(_Lhs const &lhs, _Rhs const &rhs) noexcept {
  auto const a = __detail::to<_R>(lhs);
  auto const b = __detail::to<_R>(rhs);
  if constexpr (info_of<element<_R>>.is_float())
    return __detail::rep::wrap<_R>(__op::maxf<_Nan, _Ftz>(a, b));
  else
    return __detail::rep::wrap<_R>(__op::maxi<info_of<element<_R>>.is_signed()>(a, b));
}
template <class _R, bool _Nan, bool _Ftz, class _Lhs, class _Rhs>
__tile__ _R min(_Lhs const &lhs, _Rhs const &rhs) noexcept {
  auto const a = __detail::to<_R>(lhs);
  auto const b = __detail::to<_R>(rhs);
  if constexpr (info_of<element<_R>>.is_float())
    return __detail::rep::wrap<_R>(__op::minf<_Nan, _Ftz>(a, b));
  else
    return __detail::rep::wrap<_R>(__op::mini<info_of<element<_R>>.is_signed()>(a, b));
}

/// The mode arguments of add, sub, mul: floating point only, a precise rounding mode, flushing for float only.
template <class _R, rounding_mode _Mode, subnormals_rounding_mode _SubMode>
concept arithmetic_modes
    [[tilec::because(!precise_rounding<_Mode>, "the rounding modes approximate and full are for divisions, square roots and functions of `float`")]] =
    basic_floating_point_tile<_R> && precise_rounding<_Mode> && subnormals_mode_for<_SubMode, element<_R>>;
/// The mode arguments of div: also approximate and full, for float.
template <class _R, rounding_mode _Mode, subnormals_rounding_mode _SubMode>
concept division_modes
    [[tilec::because(basic_floating_point_tile<_R> && !precise_rounding<_Mode> && !__is_same(element<_R>, float),
                     "the rounding modes approximate and full divide `float` alone, and these are `{element of _R}`")]]
    [[tilec::help(basic_floating_point_tile<_R> && !precise_rounding<_Mode> && !__is_same(element<_R>, float),
                  "leave out the mode, or divide `element_cast<float>(x)`")]] =
    basic_floating_point_tile<_R> &&
    (precise_rounding<_Mode> || (number<_Mode> <= number<rounding_mode::round_full> && __is_same(element<_R>, float))) &&
    subnormals_mode_for<_SubMode, element<_R>>;
/// The mode arguments of max and min: floating point only, flushing for float only.
template <class _R, nan_propagation_mode _Nan, subnormals_rounding_mode _SubMode>
concept extremum_modes =
    basic_floating_point_tile<_R> && valid_nan_mode<_Nan> && subnormals_mode_for<_SubMode, element<_R>>;

inline constexpr rounding_mode nearest = rounding_mode::round_ties_to_even;

} // namespace __detail

// ---- 2.2.1 addition, 2.2.2 unary plus -----------------------------------------------------------------------------

/// lhs + rhs. Undefined behaviour: overflow of a signed element.
template <arithmetic_tile _Lhs, arithmetic_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> operator+(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::add<arithmetic_tile_conversion_t<_Lhs, _Rhs>, __detail::nearest, false, true>(lhs, rhs);
}
/// lhs + rhs, also for two scalars without promotion. Undefined behaviour: overflow of a signed element.
template <arithmetic_tile _Lhs, arithmetic_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> add(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::add<arithmetic_tile_conversion_t<_Lhs, _Rhs>, __detail::nearest, false, true>(lhs, rhs);
}
/// lhs + rhs with a rounding mode (precise ones) and a subnormals rounding mode (float only); floating point only.
/// Help: argument 3 is the rounding mode, argument 4 that of subnormals,
/// `add(x, y, round_ties_to_even_t{}, round_subnormals_to_zero_t{})`.
template <rounding_mode _Mode = default_rounding_mode(),
          subnormals_rounding_mode _SubMode = default_subnormals_rounding_mode(), arithmetic_tile _Lhs,
          arithmetic_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs> &&
           __detail::arithmetic_modes<arithmetic_tile_conversion_t<_Lhs, _Rhs>, _Mode, _SubMode>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> add(_Lhs lhs, _Rhs rhs, rounding_mode_constant<_Mode>,
                                                      subnormals_rounding_mode_constant<_SubMode> = {}) noexcept {
  return __detail::add<arithmetic_tile_conversion_t<_Lhs, _Rhs>, _Mode, __detail::flushes<_SubMode>, false>(lhs, rhs);
}
/// +x: the integral promotions element by element.
template <arithmetic_tile _T> __tile__ arithmetic_tile_promotion_t<_T> operator+(_T x) noexcept {
  return __detail::rep::wrap<arithmetic_tile_promotion_t<_T>>(__detail::to<arithmetic_tile_promotion_t<_T>>(x));
}

// ---- 2.2.3 subtraction, 2.2.4 negation ----------------------------------------------------------------------------

/// lhs - rhs. Undefined behaviour: overflow of a signed element.
template <arithmetic_tile _Lhs, arithmetic_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> operator-(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::sub<arithmetic_tile_conversion_t<_Lhs, _Rhs>, __detail::nearest, false, true>(lhs, rhs);
}
/// lhs - rhs, also for two scalars without promotion. Undefined behaviour: overflow of a signed element.
template <arithmetic_tile _Lhs, arithmetic_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> sub(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::sub<arithmetic_tile_conversion_t<_Lhs, _Rhs>, __detail::nearest, false, true>(lhs, rhs);
}
/// lhs - rhs with a rounding mode (precise ones) and a subnormals rounding mode (float only); floating point only.
/// Help: argument 3 is the rounding mode, argument 4 that of subnormals,
/// `sub(x, y, round_ties_to_even_t{}, round_subnormals_to_zero_t{})`.
template <rounding_mode _Mode = default_rounding_mode(),
          subnormals_rounding_mode _SubMode = default_subnormals_rounding_mode(), arithmetic_tile _Lhs,
          arithmetic_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs> &&
           __detail::arithmetic_modes<arithmetic_tile_conversion_t<_Lhs, _Rhs>, _Mode, _SubMode>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> sub(_Lhs lhs, _Rhs rhs, rounding_mode_constant<_Mode>,
                                                      subnormals_rounding_mode_constant<_SubMode> = {}) noexcept {
  return __detail::sub<arithmetic_tile_conversion_t<_Lhs, _Rhs>, _Mode, __detail::flushes<_SubMode>, false>(lhs, rhs);
}
/// -x, without promotion. Undefined behaviour: the smallest signed value.
template <arithmetic_tile _U> __tile__ _U operator-(_U x) noexcept {
  using type = tile_with_element_t<_U, tile_element_t<_U>>;
  if constexpr (floating_point_tile<_U>)
    return __detail::rep::wrap<type>(__op::negf(__detail::rep::raw(x)));
  else
    return __detail::rep::wrap<type>(__op::negi<__detail::overflow_of<tile_element_t<_U>>>(__detail::rep::raw(x)));
}

// ---- 2.2.5 multiplication -----------------------------------------------------------------------------------------

/// lhs * rhs, element by element. Undefined behaviour: overflow of a signed element.
template <arithmetic_tile _Lhs, arithmetic_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs>
[[tilec::help(__detail::are_matrix_operands<_Lhs, _Rhs>(),
              "this multiplies element by element; `mma(a, b, acc)` adds the matrix product to an accumulator")]]
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> operator*(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::mul<arithmetic_tile_conversion_t<_Lhs, _Rhs>, __detail::nearest, false, true>(lhs, rhs);
}
/// lhs * rhs, also for two scalars without promotion. Undefined behaviour: overflow of a signed element.
template <arithmetic_tile _Lhs, arithmetic_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs>
[[tilec::help(__detail::are_matrix_operands<_Lhs, _Rhs>(),
              "this multiplies element by element; `mma(a, b, acc)` adds the matrix product to an accumulator")]]
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> mul(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::mul<arithmetic_tile_conversion_t<_Lhs, _Rhs>, __detail::nearest, false, true>(lhs, rhs);
}
/// lhs * rhs with a rounding mode (precise ones) and a subnormals rounding mode (float only); floating point only.
/// Help: argument 3 is the rounding mode, argument 4 that of subnormals,
/// `mul(x, y, round_ties_to_even_t{}, round_subnormals_to_zero_t{})`.
template <rounding_mode _Mode = default_rounding_mode(),
          subnormals_rounding_mode _SubMode = default_subnormals_rounding_mode(), arithmetic_tile _Lhs,
          arithmetic_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs> &&
           __detail::arithmetic_modes<arithmetic_tile_conversion_t<_Lhs, _Rhs>, _Mode, _SubMode>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> mul(_Lhs lhs, _Rhs rhs, rounding_mode_constant<_Mode>,
                                                      subnormals_rounding_mode_constant<_SubMode> = {}) noexcept {
  return __detail::mul<arithmetic_tile_conversion_t<_Lhs, _Rhs>, _Mode, __detail::flushes<_SubMode>, false>(lhs, rhs);
}

// ---- 2.2.6 - 2.2.9 division ---------------------------------------------------------------------------------------

/// dividend / divisor; integers truncate. Undefined behaviour: an integral divisor 0, or a quotient out of range.
template <arithmetic_tile _Lhs, arithmetic_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> operator/(_Lhs dividend, _Rhs divisor) noexcept {
  return __detail::div<arithmetic_tile_conversion_t<_Lhs, _Rhs>, __detail::nearest, false>(dividend, divisor);
}
/// As operator/, also for two scalars without promotion.
template <arithmetic_tile _Lhs, arithmetic_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> div(_Lhs dividend, _Rhs divisor) noexcept {
  return __detail::div<arithmetic_tile_conversion_t<_Lhs, _Rhs>, __detail::nearest, false>(dividend, divisor);
}
/// Division with a rounding mode (precise; approximate and full for float) and a subnormals rounding mode (float only).
/// Help: argument 3 is the rounding mode, argument 4 that of subnormals,
/// `div(x, y, round_ties_to_even_t{}, round_subnormals_to_zero_t{})`.
template <rounding_mode _Mode = default_rounding_mode(),
          subnormals_rounding_mode _SubMode = default_subnormals_rounding_mode(), arithmetic_tile _Lhs,
          arithmetic_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs> &&
           __detail::division_modes<arithmetic_tile_conversion_t<_Lhs, _Rhs>, _Mode, _SubMode>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> div(_Lhs dividend, _Rhs divisor, rounding_mode_constant<_Mode>,
                                                      subnormals_rounding_mode_constant<_SubMode> = {}) noexcept {
  return __detail::div<arithmetic_tile_conversion_t<_Lhs, _Rhs>, _Mode, __detail::flushes<_SubMode>>(dividend, divisor);
}
/// The quotient rounded up. Undefined behaviour: divisor 0, or a quotient out of range.
template <integral_tile _Lhs, integral_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> ceildiv(_Lhs dividend, _Rhs divisor) noexcept {
  using type = arithmetic_tile_conversion_t<_Lhs, _Rhs>;
  return __detail::rep::wrap<type>(__op::divi<__detail::traits<type>::info.is_signed(), 3>(
      __detail::to<type>(dividend), __detail::to<type>(divisor)));
}
/// The quotient rounded down. Undefined behaviour: divisor 0, or a quotient out of range.
template <integral_tile _Dividend, integral_tile _Divisor>
  requires arithmetic_tile_convertible<_Dividend, _Divisor>
__tile__ arithmetic_tile_conversion_t<_Dividend, _Divisor> floordiv(_Dividend dividend, _Divisor divisor) noexcept {
  using type = arithmetic_tile_conversion_t<_Dividend, _Divisor>;
  constexpr bool is_signed = __detail::traits<type>::info.is_signed();
  return __detail::rep::wrap<type>(
      __op::divi<is_signed, is_signed ? 2 : 1>(__detail::to<type>(dividend), __detail::to<type>(divisor)));
}
/// The remainder of truncating division; integral only. Undefined behaviour: divisor 0, or a quotient out of range.
/// Help: `x - y * floor(x / y)` is the remainder of floating-point elements.
template <integral_tile _Lhs, integral_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> operator%(_Lhs dividend, _Rhs divisor) noexcept {
  return __detail::rem<arithmetic_tile_conversion_t<_Lhs, _Rhs>>(dividend, divisor);
}
/// Integers as %, floating point as fmod.
template <arithmetic_tile _Lhs, arithmetic_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> remainder(_Lhs dividend, _Rhs divisor) noexcept {
  return __detail::rem<arithmetic_tile_conversion_t<_Lhs, _Rhs>>(dividend, divisor);
}

// ---- 2.2.20 - 2.2.24 max, min, abs, fma, mulhi --------------------------------------------------------------------

/// The larger element; a number wins over NaN, +0 over -0.
template <arithmetic_tile _Lhs, arithmetic_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> max(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::max<arithmetic_tile_conversion_t<_Lhs, _Rhs>, false, false>(lhs, rhs);
}
/// The larger element with a NaN mode and a subnormals rounding mode (float only); floating point only.
/// Help: argument 3 is the mode of NaN, argument 4 that of subnormals,
/// `max(x, y, propagate_nan_t{}, round_subnormals_to_zero_t{})`.
template <nan_propagation_mode _NanMode = default_nan_propagation_mode(),
          subnormals_rounding_mode _SubMode = default_subnormals_rounding_mode(), arithmetic_tile _Lhs,
          arithmetic_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs> &&
           __detail::extremum_modes<arithmetic_tile_conversion_t<_Lhs, _Rhs>, _NanMode, _SubMode>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> max(_Lhs lhs, _Rhs rhs, nan_propagation_mode_constant<_NanMode>,
                                                      subnormals_rounding_mode_constant<_SubMode> = {}) noexcept {
  return __detail::max<arithmetic_tile_conversion_t<_Lhs, _Rhs>, __detail::propagates<_NanMode>,
                       __detail::flushes<_SubMode>>(lhs, rhs);
}
/// The smaller element; a number wins over NaN, -0 over +0.
template <arithmetic_tile _Lhs, arithmetic_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> min(_Lhs lhs, _Rhs rhs) noexcept {
  return __detail::min<arithmetic_tile_conversion_t<_Lhs, _Rhs>, false, false>(lhs, rhs);
}
/// The smaller element with a NaN mode and a subnormals rounding mode (float only); floating point only.
/// Help: argument 3 is the mode of NaN, argument 4 that of subnormals,
/// `min(x, y, propagate_nan_t{}, round_subnormals_to_zero_t{})`.
template <nan_propagation_mode _NanMode = default_nan_propagation_mode(),
          subnormals_rounding_mode _SubMode = default_subnormals_rounding_mode(), arithmetic_tile _Lhs,
          arithmetic_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs> &&
           __detail::extremum_modes<arithmetic_tile_conversion_t<_Lhs, _Rhs>, _NanMode, _SubMode>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> min(_Lhs lhs, _Rhs rhs, nan_propagation_mode_constant<_NanMode>,
                                                      subnormals_rounding_mode_constant<_SubMode> = {}) noexcept {
  return __detail::min<arithmetic_tile_conversion_t<_Lhs, _Rhs>, __detail::propagates<_NanMode>,
                       __detail::flushes<_SubMode>>(lhs, rhs);
}
/// The absolute value. Undefined behaviour: the smallest signed value.
template <arithmetic_tile _U> __tile__ _U abs(_U x) noexcept {
  using type = tile_with_element_t<_U, tile_element_t<_U>>;
  if constexpr (floating_point_tile<_U>)
    return __detail::rep::wrap<type>(__op::absf(__detail::rep::raw(x)));
  else if constexpr (__detail::traits<_U>::info.is_signed())
    return __detail::rep::wrap<type>(__op::absi(__detail::rep::raw(x)));
  else
    return x;
}

namespace __detail {
/// An operand that converts to the accumulator of fma: broadcast to its shape, elements without narrowing.
template <class _T, class _Acc>
concept fma_operand = broadcastable_to<_T, tile_shape_t<_Acc>> &&
                      non_narrowing_scalar_convertible_to<tile_element_t<_T>, tile_element_t<_Acc>>;
} // namespace __detail

/// lhs * rhs + acc with one rounding, in the type and shape of acc. Rounding mode precise; flushing for float only.
template <rounding_mode _Mode = default_rounding_mode(),
          subnormals_rounding_mode _SubMode = default_subnormals_rounding_mode(), arithmetic_tile _Lhs,
          arithmetic_tile _Rhs, basic_floating_point_tile _Acc>
  requires __detail::fma_operand<_Lhs, _Acc> && __detail::fma_operand<_Rhs, _Acc> &&
           __detail::arithmetic_modes<_Acc, _Mode, _SubMode>
__tile__ _Acc fma(_Lhs lhs, _Rhs rhs, _Acc acc, rounding_mode_constant<_Mode> = {},
                  subnormals_rounding_mode_constant<_SubMode> = {}) noexcept {
  using type = tile_with_element_t<_Acc, tile_element_t<_Acc>>;
  return __detail::rep::wrap<type>(__op::fma<__detail::number<_Mode>, __detail::flushes<_SubMode>>(
      __detail::to<type>(lhs), __detail::to<type>(rhs), __detail::rep::raw(acc)));
}
/// The high half of the unsigned product, also for signed elements.
template <integral_tile _Lhs, integral_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> mulhi(_Lhs lhs, _Rhs rhs) noexcept {
  using type = arithmetic_tile_conversion_t<_Lhs, _Rhs>;
  return __detail::rep::wrap<type>(__op::mulhii(__detail::to<type>(lhs), __detail::to<type>(rhs)));
}

} // namespace cuda::tiles::inline __1

// Section 2.4: mathematical functions of basic floating point elements. Only those with a subnormals or rounding mode
// argument take modes: sqrt (precise; approximate for float), exp2, rsqrt; flushing for float only.
#pragma once

#include <cuda_tile/arithmetic.h>

namespace cuda::tiles::inline __1 {

namespace __detail {

/// The modes of exp2 and rsqrt.
template <class _T, subnormals_rounding_mode _SubMode>
concept flush_mode = basic_floating_point_tile<_T> && subnormals_mode_for<_SubMode, element<_T>>;
/// The mode arguments of sqrt: a precise rounding mode, or approximate for float, flushing for float only.
template <class _T, rounding_mode _Mode, subnormals_rounding_mode _SubMode>
concept sqrt_modes = basic_floating_point_tile<_T> &&
                     (precise_rounding<_Mode> ||
                      (number<_Mode> == number<rounding_mode::round_approximate> && __is_same(element<_T>, float))) &&
                     subnormals_mode_for<_SubMode, element<_T>>;
/// The rounding of exp and tanh: full, or approximate for float.
template <class _T, rounding_mode _Mode>
concept full_or_approximate
    [[tilec::because(number<_Mode> == number<rounding_mode::round_approximate>,
                     "the elements of `{_T}` are not `float`, which `round_approximate` needs")]]
    [[tilec::because(true, "the rounding mode is neither `round_full` nor `round_approximate`")]] =
    number<_Mode> == number<rounding_mode::round_full> ||
    (number<_Mode> == number<rounding_mode::round_approximate> && __is_same(element<_T>, float));
/// The exponent of powi: a signed integer of at most 32 bits, or bool.
template <class _T>
concept power_exponent
    [[tilec::because(true, "the elements of `{_T}` are neither signed integers of at most 32 bits nor bool")]] =
    traits<_T>::info.what == kind::boolean || (traits<_T>::info.is_signed() && traits<_T>::info.bits <= 32);
/// A conversion type in which atan2 computes.
template <class _T, class _U>
concept floating_point_conversion = basic_floating_point_tile<arithmetic_tile_conversion_t<_T, _U>>;

} // namespace __detail

/// The smallest integer not less than x. (2.4.1)
template <basic_floating_point_tile _Tile> __tile__ _Tile ceil(_Tile in) noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_Tile>>(__op::ceil(__detail::rep::raw(in)));
}
/// The largest integer not greater than x. (2.4.2)
template <basic_floating_point_tile _Tile> __tile__ _Tile floor(_Tile in) noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_Tile>>(__op::floor(__detail::rep::raw(in)));
}
/// e to the power x. Since CUDA 13.4 with a rounding mode: round_full, or round_approximate for float. (2.4.5)
template <rounding_mode _Mode = rounding_mode::round_full, basic_floating_point_tile _Tile>
  requires __detail::full_or_approximate<_Tile, _Mode>
[[tilec::since(13, 4)]] __tile__ _Tile exp(_Tile in, rounding_mode_constant<_Mode> = {}) noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_Tile>>(
      __op::exp_rounded<__detail::number<_Mode>>(__detail::rep::raw(in)));
}
/// e to the power x. Before CUDA 13.4 the type of the tile can be named. (2.4.5)
template <basic_floating_point_tile _Tile> [[tilec::until(13, 4)]] __tile__ _Tile exp(_Tile in) noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_Tile>>(__op::exp(__detail::rep::raw(in)));
}
/// The base 2 logarithm. (2.4.6)
template <basic_floating_point_tile _Tile> __tile__ _Tile log2(_Tile in) noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_Tile>>(__op::log2(__detail::rep::raw(in)));
}
/// The natural logarithm. (2.4.7)
template <basic_floating_point_tile _Tile> __tile__ _Tile log(_Tile in) noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_Tile>>(__op::log(__detail::rep::raw(in)));
}
/// The hyperbolic cosine. (2.4.10)
template <basic_floating_point_tile _Tile> __tile__ _Tile cosh(_Tile in) noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_Tile>>(__op::cosh(__detail::rep::raw(in)));
}
/// The cosine; x in radians. (2.4.11)
template <basic_floating_point_tile _Tile> __tile__ _Tile cos(_Tile in) noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_Tile>>(__op::cos(__detail::rep::raw(in)));
}
/// The hyperbolic sine. (2.4.12)
template <basic_floating_point_tile _Tile> __tile__ _Tile sinh(_Tile in) noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_Tile>>(__op::sinh(__detail::rep::raw(in)));
}
/// The sine; x in radians. (2.4.13)
template <basic_floating_point_tile _Tile> __tile__ _Tile sin(_Tile in) noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_Tile>>(__op::sin(__detail::rep::raw(in)));
}
/// The hyperbolic tangent. Since CUDA 13.4 with a rounding mode: round_full, or round_approximate for float. (2.4.14)
template <rounding_mode _Mode = rounding_mode::round_full, basic_floating_point_tile _Tile>
  requires __detail::full_or_approximate<_Tile, _Mode>
[[tilec::since(13, 4)]] __tile__ _Tile tanh(_Tile in, rounding_mode_constant<_Mode> = {}) noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_Tile>>(
      __op::tanh_rounded<__detail::number<_Mode>>(__detail::rep::raw(in)));
}
/// The hyperbolic tangent. Before CUDA 13.4 the type of the tile can be named. (2.4.14)
template <basic_floating_point_tile _Tile> [[tilec::until(13, 4)]] __tile__ _Tile tanh(_Tile in) noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_Tile>>(__op::tanh(__detail::rep::raw(in)));
}
/// The tangent; x in radians. (2.4.15)
template <basic_floating_point_tile _Tile> __tile__ _Tile tan(_Tile in) noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_Tile>>(__op::tan(__detail::rep::raw(in)));
}
/// base to the power exponent, both floating point, in their conversion type. (2.4.3)
template <basic_floating_point_tile _B, basic_floating_point_tile _E>
  requires arithmetic_tile_convertible<_B, _E>
__tile__ arithmetic_tile_conversion_t<_B, _E> pow(_B base, _E exponent) noexcept {
  using type = arithmetic_tile_conversion_t<_B, _E>;
  return __detail::rep::wrap<type>(__op::pow(__detail::to<type>(base), __detail::to<type>(exponent)));
}
/// base to the power exponent, an integer that is converted to the conversion type. Since CUDA 13.5.
template <basic_floating_point_tile _B, integral_tile _E>
  requires arithmetic_tile_convertible<_B, _E>
[[tilec::since(13, 5)]] __tile__ arithmetic_tile_conversion_t<_B, _E> pow(_B base, _E exponent) noexcept {
  using type = arithmetic_tile_conversion_t<_B, _E>;
  return __detail::rep::wrap<type>(__op::pow(__detail::to<type>(base), __detail::to<type>(exponent)));
}
/// base to the power exponent, a signed integer of at most 32 bits or bool; the elements are those of base. Since CUDA
/// 13.5.
template <basic_floating_point_tile _B, integral_tile _E>
  requires broadcast_compatible<_B, _E> && __detail::power_exponent<_E>
[[tilec::since(13, 5)]] __tile__ mutual_broadcast_t<_B, _E, tile_element_t<_B>> powi(_B base, _E exponent) noexcept {
  using type = mutual_broadcast_t<_B, _E, tile_element_t<_B>>;
  // A bool as the one bit of a signed integer would be -1.
  using number = __detail::conditional<__is_same(tile_element_t<_E>, bool), signed char, tile_element_t<_E>>;
  return __detail::rep::wrap<type>(
      __op::powi(__detail::to<type>(base), __detail::to<mutual_broadcast_t<_B, _E, number>>(exponent)));
}
/// 2 to the power x. (2.4.4)
template <subnormals_rounding_mode _SubMode = default_subnormals_rounding_mode(), basic_floating_point_tile _Tile>
  requires __detail::flush_mode<_Tile, _SubMode>
__tile__ _Tile exp2(_Tile in, subnormals_rounding_mode_constant<_SubMode> = {}) noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_Tile>>(
      __op::exp2<__detail::flushes<_SubMode>>(__detail::rep::raw(in)));
}
/// The square root. (2.4.8)
template <rounding_mode _Mode = default_rounding_mode(),
          subnormals_rounding_mode _SubMode = default_subnormals_rounding_mode(), basic_floating_point_tile _Tile>
  requires __detail::sqrt_modes<_Tile, _Mode, _SubMode>
__tile__ _Tile sqrt(_Tile x, rounding_mode_constant<_Mode> = {},
                    subnormals_rounding_mode_constant<_SubMode> = {}) noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_Tile>>(
      __op::sqrt<__detail::number<_Mode>, __detail::flushes<_SubMode>>(__detail::rep::raw(x)));
}
/// One over the square root. (2.4.9)
template <subnormals_rounding_mode _SubMode = default_subnormals_rounding_mode(), basic_floating_point_tile _Tile>
  requires __detail::flush_mode<_Tile, _SubMode>
__tile__ _Tile rsqrt(_Tile in, subnormals_rounding_mode_constant<_SubMode> = {}) noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_Tile>>(
      __op::rsqrt<__detail::flushes<_SubMode>>(__detail::rep::raw(in)));
}
/// The angle of the point (x, y), in (-pi, pi]; the conversion type is floating point. (2.4.16)
template <arithmetic_tile _Lhs, arithmetic_tile _Rhs>
  requires arithmetic_tile_convertible<_Lhs, _Rhs> && __detail::floating_point_conversion<_Lhs, _Rhs>
__tile__ arithmetic_tile_conversion_t<_Lhs, _Rhs> atan2(_Lhs y, _Rhs x) noexcept {
  using type = arithmetic_tile_conversion_t<_Lhs, _Rhs>;
  return __detail::rep::wrap<type>(__op::atan2(__detail::to<type>(y), __detail::to<type>(x)));
}
/// Which elements are infinite. (2.3.5)
template <basic_floating_point_tile _T> __tile__ tile_with_element_t<_T, bool> isinf(_T x) {
  using type = tile_with_element_t<_T, bool>;
  auto const infinity = __op::cast<tile_element_t<_T>, false, false>(__builtin_bit_cast(float, 0x7f800000u));
  return __detail::rep::wrap<type>(__op::cmpf<__detail::raw_of<type>, 0, true>(
      __op::absf(__detail::rep::raw(x)), __op::splat<__detail::raw_of<_T>>(infinity)));
}
/// Which elements are NaN. (2.3.6)
template <basic_floating_point_tile _T> __tile__ tile_with_element_t<_T, bool> isnan(_T x) {
  using type = tile_with_element_t<_T, bool>;
  return __detail::rep::wrap<type>(
      __op::cmpf<__detail::raw_of<type>, 1, false>(__detail::rep::raw(x), __detail::rep::raw(x)));
}

namespace __detail {
/// The elements as float, which has every value of the restricted floating point types.
template <class _T> __tile__ tile_with_element_t<_T, float> as_floats(_T const &x) noexcept {
  using type = tile_with_element_t<_T, float>;
  return __detail::rep::wrap<type>(__detail::to<type>(x));
}
} // namespace __detail

/// Which elements of a restricted floating point type are infinite. Since CUDA 13.4. (2.3.5)
template <restricted_floating_point_tile _T> [[tilec::since(13, 4)]] __tile__ tile_with_element_t<_T, bool> isinf(_T x) {
  return isinf(__detail::as_floats<__detail::remove_cv<_T>>(x));
}
/// Which elements of a restricted floating point type are NaN. Since CUDA 13.4. (2.3.6)
template <restricted_floating_point_tile _T> [[tilec::since(13, 4)]] __tile__ tile_with_element_t<_T, bool> isnan(_T x) {
  return isnan(__detail::as_floats<__detail::remove_cv<_T>>(x));
}

} // namespace cuda::tiles::inline __1

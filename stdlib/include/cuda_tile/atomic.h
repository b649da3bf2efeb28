// Section 2.7.7 - 2.7.14: atomic read-modify-write through tiles of pointers. All return the values that memory held
// before; in masked-out lanes the result is unspecified. The order (any of the four) must be given.
#pragma once

#include <cuda_tile/memory.h>

namespace cuda::tiles::inline __1 {

namespace __detail {

/// Read-modify-write modes (intrinsics.h) for pointers P.
inline constexpr int and_mode = 0, or_mode = 1, xor_mode = 2, xchg_mode = 9;
template <class _P> inline constexpr int add_mode = target_info<_P>.is_float() ? 4 : 3;
/// A sum of signed elements does not wrap.
template <class _P> inline constexpr int add_overflow = target_info<_P>.is_signed() ? 1 : 0;
template <class _P> inline constexpr int max_mode = target_info<_P>.is_signed() ? 5 : 7;
template <class _P> inline constexpr int min_mode = target_info<_P>.is_signed() ? 6 : 8;

/// The operand of a mode, converted to the pointee.
template <class _P, class _V> __tile__ raw_of<tile_load_t<_P>> operand(_V const &values) noexcept {
  return __detail::to<tile_load_t<_P>>(values);
}

/// The negated operand of atomic_sub as a _Type; whether all of it is used is for the caller to say.
template <class _Type, bool _All, class _V> __tile__ raw_of<_Type> negated(_V const &values) noexcept {
  auto const operand = __detail::to<_Type>(values);
  if constexpr (traits<_Type>::info.is_float()) {
    return __op::negf(operand);
  } else {
    if constexpr (_All && traits<_Type>::info.is_signed()) {
      using type = _Type;
      using element = tile_element_t<type>;
      auto const least = __op::splat<raw_of<type>>(static_cast<element>(min_of<element>));
      __op::require_all<14>(__op::cmpi<raw_of<tile_with_element_t<type, bool>>, 1, true>(operand, least),
                            "2.7.13: the negative of what atomic_sub subtracts must be representable");
    }
    return __op::negi<0>(operand);
  }
}
template <class _P, bool _All, class _V> __tile__ raw_of<tile_load_t<_P>> negated_operand(_V const &values) noexcept {
  return __detail::negated<tile_load_t<_P>, _All>(values);
}

} // namespace __detail

/// Bitwise and with memory (2.7.7). Elements: 32/64-bit integers.
/// Help: name the memory order, `atomic_and(p, x, memory_order_relaxed_t{})`.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Values>
  requires __detail::atomic_integral_target<_Ptrs> && __detail::valid_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Ptrs> atomic_and(_Ptrs ptrs, _Values values, memory_order_constant<_Order> = {},
                                       thread_scope_constant<_Scope> = {}) noexcept {
  return __detail::rep::wrap<tile_load_t<_Ptrs>>(
      __op::atomic_rmw<__detail::and_mode, 0, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
          __detail::rep::raw(ptrs), __detail::operand<_Ptrs>(values)));
}
/// atomic_and where the mask is nonzero.
/// Help: name the memory order, `atomic_and_masked(p, x, mask, memory_order_relaxed_t{})`.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Values, bool_tile_convertible _Mask>
  requires __detail::mask_of<_Mask, _Ptrs> && __detail::atomic_integral_target<_Ptrs> &&
           __detail::valid_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Ptrs> atomic_and_masked(_Ptrs ptrs, _Values values, _Mask mask,
                                              memory_order_constant<_Order> = {},
                                              thread_scope_constant<_Scope> = {}) noexcept {
  return __detail::rep::wrap<tile_load_t<_Ptrs>>(
      __op::atomic_rmw<__detail::and_mode, 0, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
          __detail::rep::raw(ptrs), __detail::operand<_Ptrs>(values), __detail::mask_for<_Ptrs>(mask)));
}

/// Bitwise or with memory (2.7.8). Elements: 32/64-bit integers.
/// Help: name the memory order, `atomic_or(p, x, memory_order_relaxed_t{})`.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Values>
  requires __detail::atomic_integral_target<_Ptrs> && __detail::valid_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Ptrs> atomic_or(_Ptrs ptrs, _Values values, memory_order_constant<_Order> = {},
                                      thread_scope_constant<_Scope> = {}) noexcept {
  return __detail::rep::wrap<tile_load_t<_Ptrs>>(
      __op::atomic_rmw<__detail::or_mode, 0, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
          __detail::rep::raw(ptrs), __detail::operand<_Ptrs>(values)));
}
/// atomic_or where the mask is nonzero.
/// Help: name the memory order, `atomic_or_masked(p, x, mask, memory_order_relaxed_t{})`.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Values, bool_tile_convertible _Mask>
  requires __detail::mask_of<_Mask, _Ptrs> && __detail::atomic_integral_target<_Ptrs> &&
           __detail::valid_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Ptrs> atomic_or_masked(_Ptrs ptrs, _Values values, _Mask mask, memory_order_constant<_Order> = {},
                                             thread_scope_constant<_Scope> = {}) noexcept {
  return __detail::rep::wrap<tile_load_t<_Ptrs>>(
      __op::atomic_rmw<__detail::or_mode, 0, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
          __detail::rep::raw(ptrs), __detail::operand<_Ptrs>(values), __detail::mask_for<_Ptrs>(mask)));
}

/// Bitwise exclusive or with memory (2.7.9). Elements: 32/64-bit integers.
/// Help: name the memory order, `atomic_xor(p, x, memory_order_relaxed_t{})`.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Values>
  requires __detail::atomic_integral_target<_Ptrs> && __detail::valid_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Ptrs> atomic_xor(_Ptrs ptrs, _Values values, memory_order_constant<_Order> = {},
                                       thread_scope_constant<_Scope> = {}) noexcept {
  return __detail::rep::wrap<tile_load_t<_Ptrs>>(
      __op::atomic_rmw<__detail::xor_mode, 0, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
          __detail::rep::raw(ptrs), __detail::operand<_Ptrs>(values)));
}
/// atomic_xor where the mask is nonzero.
/// Help: name the memory order, `atomic_xor_masked(p, x, mask, memory_order_relaxed_t{})`.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Values, bool_tile_convertible _Mask>
  requires __detail::mask_of<_Mask, _Ptrs> && __detail::atomic_integral_target<_Ptrs> &&
           __detail::valid_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Ptrs> atomic_xor_masked(_Ptrs ptrs, _Values values, _Mask mask,
                                              memory_order_constant<_Order> = {},
                                              thread_scope_constant<_Scope> = {}) noexcept {
  return __detail::rep::wrap<tile_load_t<_Ptrs>>(
      __op::atomic_rmw<__detail::xor_mode, 0, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
          __detail::rep::raw(ptrs), __detail::operand<_Ptrs>(values), __detail::mask_for<_Ptrs>(mask)));
}

/// The larger of value and memory (2.7.10). Elements: 32/64-bit integers.
/// Help: name the memory order, `atomic_max(p, x, memory_order_relaxed_t{})`.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Values>
  requires __detail::atomic_integral_target<_Ptrs> && __detail::valid_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Ptrs> atomic_max(_Ptrs ptrs, _Values values, memory_order_constant<_Order> = {},
                                       thread_scope_constant<_Scope> = {}) noexcept {
  return __detail::rep::wrap<tile_load_t<_Ptrs>>(
      __op::atomic_rmw<__detail::max_mode<_Ptrs>, 0, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
          __detail::rep::raw(ptrs), __detail::operand<_Ptrs>(values)));
}
/// atomic_max where the mask is nonzero.
/// Help: name the memory order, `atomic_max_masked(p, x, mask, memory_order_relaxed_t{})`.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Values, bool_tile_convertible _Mask>
  requires __detail::mask_of<_Mask, _Ptrs> && __detail::atomic_integral_target<_Ptrs> &&
           __detail::valid_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Ptrs> atomic_max_masked(_Ptrs ptrs, _Values values, _Mask mask,
                                              memory_order_constant<_Order> = {},
                                              thread_scope_constant<_Scope> = {}) noexcept {
  return __detail::rep::wrap<tile_load_t<_Ptrs>>(
      __op::atomic_rmw<__detail::max_mode<_Ptrs>, 0, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
          __detail::rep::raw(ptrs), __detail::operand<_Ptrs>(values), __detail::mask_for<_Ptrs>(mask)));
}

/// The smaller of value and memory (2.7.11). Elements: 32/64-bit integers.
/// Help: name the memory order, `atomic_min(p, x, memory_order_relaxed_t{})`.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Values>
  requires __detail::atomic_integral_target<_Ptrs> && __detail::valid_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Ptrs> atomic_min(_Ptrs ptrs, _Values values, memory_order_constant<_Order> = {},
                                       thread_scope_constant<_Scope> = {}) noexcept {
  return __detail::rep::wrap<tile_load_t<_Ptrs>>(
      __op::atomic_rmw<__detail::min_mode<_Ptrs>, 0, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
          __detail::rep::raw(ptrs), __detail::operand<_Ptrs>(values)));
}
/// atomic_min where the mask is nonzero.
/// Help: name the memory order, `atomic_min_masked(p, x, mask, memory_order_relaxed_t{})`.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Values, bool_tile_convertible _Mask>
  requires __detail::mask_of<_Mask, _Ptrs> && __detail::atomic_integral_target<_Ptrs> &&
           __detail::valid_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Ptrs> atomic_min_masked(_Ptrs ptrs, _Values values, _Mask mask,
                                              memory_order_constant<_Order> = {},
                                              thread_scope_constant<_Scope> = {}) noexcept {
  return __detail::rep::wrap<tile_load_t<_Ptrs>>(
      __op::atomic_rmw<__detail::min_mode<_Ptrs>, 0, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
          __detail::rep::raw(ptrs), __detail::operand<_Ptrs>(values), __detail::mask_for<_Ptrs>(mask)));
}

/// Memory plus value (2.7.12). Elements: 32/64-bit integers, float, double, __half. Undefined behaviour: overflow of a
/// signed element.
/// Help: name the memory order, `atomic_add(p, x, memory_order_relaxed_t{})`.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Values>
  requires __detail::atomic_additive_target<_Ptrs> && __detail::valid_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Ptrs> atomic_add(_Ptrs ptrs, _Values values, memory_order_constant<_Order> = {},
                                       thread_scope_constant<_Scope> = {}) noexcept {
  return __detail::rep::wrap<tile_load_t<_Ptrs>>(
      __op::atomic_rmw<__detail::add_mode<_Ptrs>, __detail::add_overflow<_Ptrs>, __detail::order_number<_Order>,
                       __detail::scope_number<_Scope>>(
          __detail::rep::raw(ptrs), __detail::operand<_Ptrs>(values)));
}
/// atomic_add where the mask is nonzero.
/// Help: name the memory order, `atomic_add_masked(p, x, mask, memory_order_relaxed_t{})`.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Values, bool_tile_convertible _Mask>
  requires __detail::mask_of<_Mask, _Ptrs> && __detail::atomic_additive_target<_Ptrs> &&
           __detail::valid_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Ptrs> atomic_add_masked(_Ptrs ptrs, _Values values, _Mask mask,
                                              memory_order_constant<_Order> = {},
                                              thread_scope_constant<_Scope> = {}) noexcept {
  return __detail::rep::wrap<tile_load_t<_Ptrs>>(
      __op::atomic_rmw<__detail::add_mode<_Ptrs>, __detail::add_overflow<_Ptrs>, __detail::order_number<_Order>,
                       __detail::scope_number<_Scope>>(
          __detail::rep::raw(ptrs), __detail::operand<_Ptrs>(values), __detail::mask_for<_Ptrs>(mask)));
}

/// Memory minus value: adds the negated value (2.7.13). Elements: 32/64-bit integers, float, double, __half. Undefined
/// behaviour: overflow of a signed element.
/// Help: name the memory order, `atomic_sub(p, x, memory_order_relaxed_t{})`.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Values>
  requires __detail::atomic_additive_target<_Ptrs> && __detail::valid_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Ptrs> atomic_sub(_Ptrs ptrs, _Values values, memory_order_constant<_Order> = {},
                                       thread_scope_constant<_Scope> = {}) noexcept {
  return __detail::rep::wrap<tile_load_t<_Ptrs>>(
      __op::atomic_rmw<__detail::add_mode<_Ptrs>, __detail::add_overflow<_Ptrs>, __detail::order_number<_Order>,
                       __detail::scope_number<_Scope>>(
          __detail::rep::raw(ptrs), __detail::negated_operand<_Ptrs, true>(values)));
}
/// atomic_sub where the mask is nonzero.
/// Help: name the memory order, `atomic_sub_masked(p, x, mask, memory_order_relaxed_t{})`.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Values, bool_tile_convertible _Mask>
  requires __detail::mask_of<_Mask, _Ptrs> && __detail::atomic_additive_target<_Ptrs> &&
           __detail::valid_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Ptrs> atomic_sub_masked(_Ptrs ptrs, _Values values, _Mask mask,
                                              memory_order_constant<_Order> = {},
                                              thread_scope_constant<_Scope> = {}) noexcept {
  return __detail::rep::wrap<tile_load_t<_Ptrs>>(
      __op::atomic_rmw<__detail::add_mode<_Ptrs>, __detail::add_overflow<_Ptrs>, __detail::order_number<_Order>,
                       __detail::scope_number<_Scope>>(
          __detail::rep::raw(ptrs), __detail::negated_operand<_Ptrs, false>(values), __detail::mask_for<_Ptrs>(mask)));
}

/// The value replaces memory (2.7.14). Elements: 32/64-bit integers, float, double.
/// Help: name the memory order, `atomic_xchg(p, x, memory_order_relaxed_t{})`.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Values>
  requires __detail::atomic_exchange_target<_Ptrs> && __detail::valid_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Ptrs> atomic_xchg(_Ptrs ptrs, _Values values, memory_order_constant<_Order> = {},
                                        thread_scope_constant<_Scope> = {}) noexcept {
  return __detail::rep::wrap<tile_load_t<_Ptrs>>(
      __op::atomic_rmw<__detail::xchg_mode, 0, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
          __detail::rep::raw(ptrs), __detail::operand<_Ptrs>(values)));
}
/// atomic_xchg where the mask is nonzero.
/// Help: name the memory order, `atomic_xchg_masked(p, x, mask, memory_order_relaxed_t{})`.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Values, bool_tile_convertible _Mask>
  requires __detail::mask_of<_Mask, _Ptrs> && __detail::atomic_exchange_target<_Ptrs> &&
           __detail::valid_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Ptrs> atomic_xchg_masked(_Ptrs ptrs, _Values values, _Mask mask,
                                               memory_order_constant<_Order> = {},
                                               thread_scope_constant<_Scope> = {}) noexcept {
  return __detail::rep::wrap<tile_load_t<_Ptrs>>(
      __op::atomic_rmw<__detail::xchg_mode, 0, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
          __detail::rep::raw(ptrs), __detail::operand<_Ptrs>(values), __detail::mask_for<_Ptrs>(mask)));
}

} // namespace cuda::tiles::inline __1

// Section 2.7.1 - 2.7.6: loads, stores and compare-exchange through tiles of pointers. Masks broadcast to the shape of
// the pointers; stored values do not. Atomic operations name their memory order; the scope is the system by default.
#pragma once

#include <cuda_tile/tile_ops.h>

namespace cuda::tiles::inline __1 {

/// Pointers that can be read through: not to void, not volatile (2.7.1).
template <class _T>
concept loadable_tile
    [[tilec::because(pointer_tile<_T> && __detail::is_void<__detail::pointee<__detail::element<_T>>>, "`{_T}` points to `void`")]]
    [[tilec::because(pointer_tile<_T>, "`{_T}` points to `volatile` memory")]]
    [[tilec::help(pointer_tile<_T> && __detail::is_volatile<__detail::pointee<__detail::element<_T>>>,
                  "without `volatile`: `atomic_load(p, memory_order_acquire_t{{}})` reads what other tile blocks write")]]
    [[tilec::help(pointer_tile<_T>, "`static_cast<float*>(p)` says what is in memory")]] = pointer_tile<_T> && !__detail::is_void<__detail::pointee<__detail::element<_T>>> &&
                        !__detail::is_volatile<__detail::pointee<__detail::element<_T>>>;

/// Pointers that can be written through: loadable, not const (2.7.2).
template <class _T>
concept storeable_tile [[tilec::because(true, "`{_T}` points to `const`")]]
    [[tilec::help(true, "remove `const` from the type of the pointer")]] =
    loadable_tile<_T> && !__detail::is_const<__detail::pointee<__detail::element<_T>>>;

/// The result of a load through pointers T: their shape with the pointee as element (2.7.3).
template <loadable_tile _T>
using tile_load_t = tile_with_element_t<_T, __detail::remove_cv<__detail::pointee<tile_element_t<_T>>>>;

namespace __detail {

/// A constraint whose own parts are not told.
template <bool _B> inline constexpr bool truth = _B;

/// A mask for the pointers P: its shape broadcasts to theirs.
template <class _Mask, class _P>
concept mask_of
    [[tilec::because(true, "the mask is `{_Mask}`, whose shape does not broadcast to that of the pointers, `{_P}`")]]
    [[tilec::help(traits<_Mask>::rank == 1 && traits<_P>::rank == 2 &&
                      traits<_Mask>::shape::static_extent(0) == traits<_P>::shape::static_extent(0),
                  "`reshape(mask, shape<{}, 1>{{}})` makes the mask a column, which broadcasts",
                  traits<_Mask>::shape::static_extent(0))]]
    [[tilec::help(true, "compute the mask from the indices that the pointers are computed from")]] =
        bool_tile_convertible<_Mask> && truth<broadcastable_to<_Mask, tile_shape_t<_P>>>;

/// A value for masked lanes: broadcast to the shape of the pointers, elements converted, narrowing or not.
template <class _Padding, class _P>
concept padding_of = tile_like<_Padding> && broadcastable_to<_Padding, tile_shape_t<_P>> &&
                     scalar_convertible_to<tile_element_t<_Padding>, tile_element_t<tile_load_t<_P>>>;

/// Whether values for the pointers P are truths and their mask is not, though neither converts to what it stands for without loss.
template <class _P, class _Value, class _Mask>
inline constexpr bool swapped_mask = __is_same(tile_element_t<_Value>, bool) && !__is_same(tile_element_t<_Mask>, bool) &&
                                     !__is_same(remove_cv<pointee<element<_P>>>, bool);

/// What P points to is an integer of 32 or 64 bits, and others by operation: the elements of atomic operations.
template <class _P> inline constexpr scalar_info target_info = info_of<pointee<element<_P>>>;
/// Pointers to integers of 32 or 64 bits, through which atomic operations work.
/// Help: other types have no such operation: a loop with `atomic_compare_exchange(p, x, y, memory_order_acq_rel_t{})` does it,
/// or each tile block stores its result and a second kernel combines the results.
template <class _P>
concept atomic_integral_target
    [[tilec::because(true, "the operation takes pointers to integers of 32 or 64 bits, and this is `{_P}`")]] = target_info<_P>.is_integral() && target_info<_P>.bits >= 32;
/// Pointers to integers of 32 or 64 bits, float or double, which can be exchanged atomically.
template <class _P>
concept atomic_exchange_target =
    (target_info<_P>.is_integral() && target_info<_P>.bits >= 32) || __is_same(pointee<element<_P>>, float) || __is_same(pointee<element<_P>>, double);
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
inline constexpr bool adds_bfloat16_here = false;
#else
inline constexpr bool adds_bfloat16_here = true;
#endif
/// Pointers to __half, and since CUDA 13.4 on sm_90 and later to __nv_bfloat16, which can be added to atomically.
template <class _P>
concept atomic_half_target
    [[tilec::because(__is_same(pointee<element<_P>>, __nv_bfloat16) && !adds_bfloat16_here,
                     "`__nv_bfloat16` is added to atomically on sm_90 and later")]]
    [[tilec::because(__is_same(pointee<element<_P>>, __nv_bfloat16),
                     "`__nv_bfloat16` is added to atomically since CUDA 13.4")]] =
    __is_same(pointee<element<_P>>, __half) ||
    (__is_same(pointee<element<_P>>, __nv_bfloat16) && adds_bfloat16_here && release >= 1304);
/// Pointers to integers of 32 or 64 bits, float, double, __half or __nv_bfloat16, which can be added to atomically.
template <class _P>
concept atomic_additive_target = atomic_exchange_target<_P> || atomic_half_target<_P>;

} // namespace __detail

// ---- 2.7.4 loads --------------------------------------------------------------------------------------------------

/// The values that the pointers point to. Undefined behaviour: an invalid pointer, a data race.
/// Help: it takes pointers, `load(p + index)`, with a mask `load_masked(p + index, mask, 0)`; a tensor is loaded by
/// `v.load(i, j)` of a view.
template <loadable_tile _Tile> __tile__ tile_load_t<_Tile> load(_Tile ptrs) noexcept {
  using type = tile_load_t<_Tile>;
  return __detail::rep::wrap<type>(
      __op::load_ptr<__detail::raw_of<type>, __detail::weak_order, 0>(__detail::rep::raw(ptrs)));
}
/// Load where the mask is nonzero; other elements are unspecified.
/// Help: the arguments are `load_masked(pointers, mask)` or `load_masked(pointers, mask, padding)`.
template <loadable_tile _Tile, bool_tile_convertible _Mask>
  requires __detail::mask_of<_Mask, _Tile>
__tile__ tile_load_t<_Tile> load_masked(_Tile ptrs, _Mask mask) noexcept {
  using type = tile_load_t<_Tile>;
  return __detail::rep::wrap<type>(__op::load_ptr<__detail::raw_of<type>, __detail::weak_order, 0>(
      __detail::rep::raw(ptrs), __detail::mask_for<type>(mask)));
}
/// Load where the mask is nonzero; other elements are those of padding.
/// Help: the arguments are `load_masked(pointers, mask)` or `load_masked(pointers, mask, padding)`.
template <loadable_tile _Tile, bool_tile_convertible _Mask, tile_like _Padding>
  requires __detail::mask_of<_Mask, _Tile> && __detail::padding_of<_Padding, _Tile>
  [[tilec::warn("swapped-mask", __detail::swapped_mask<_Tile, _Padding, _Mask>,
                "the mask is not `bool`, but the padding is: the mask comes before the padding")]]
__tile__ tile_load_t<_Tile> load_masked(_Tile ptrs, _Mask mask, _Padding padding) noexcept {
  using type = tile_load_t<_Tile>;
  return __detail::rep::wrap<type>(__op::load_ptr<__detail::raw_of<type>, __detail::weak_order, 0>(
      __detail::rep::raw(ptrs), __detail::mask_for<type>(mask), __detail::to<type>(padding)));
}
/// Atomic load, relaxed or acquire.
/// Help: name the memory order, `atomic_load(p, memory_order_acquire_t{})`.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), loadable_tile _Tile>
  requires read_memory_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Tile> atomic_load(_Tile ptrs, memory_order_constant<_Order> = {},
                                        thread_scope_constant<_Scope> = {}) noexcept {
  using type = tile_load_t<_Tile>;
  return __detail::rep::wrap<type>(
      __op::load_ptr<__detail::raw_of<type>, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
          __detail::rep::raw(ptrs)));
}
/// Atomic load where the mask is nonzero; other elements are unspecified.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), loadable_tile _Tile,
          bool_tile_convertible _Mask>
  requires __detail::mask_of<_Mask, _Tile> && read_memory_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Tile> atomic_load_masked(_Tile ptrs, _Mask mask, memory_order_constant<_Order> = {},
                                               thread_scope_constant<_Scope> = {}) noexcept {
  using type = tile_load_t<_Tile>;
  return __detail::rep::wrap<type>(
      __op::load_ptr<__detail::raw_of<type>, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
          __detail::rep::raw(ptrs), __detail::mask_for<type>(mask)));
}
/// Atomic load where the mask is nonzero; other elements are those of padding.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), loadable_tile _Tile,
          bool_tile_convertible _Mask, tile_like _Padding>
  requires __detail::mask_of<_Mask, _Tile> && __detail::padding_of<_Padding, _Tile> && read_memory_order<_Order> &&
           __detail::valid_scope<_Scope>
  [[tilec::warn("swapped-mask", __detail::swapped_mask<_Tile, _Padding, _Mask>,
                "the mask is not `bool`, but the padding is: the mask comes before the padding")]]
__tile__ tile_load_t<_Tile> atomic_load_masked(_Tile ptrs, _Mask mask, _Padding padding,
                                               memory_order_constant<_Order> = {},
                                               thread_scope_constant<_Scope> = {}) noexcept {
  using type = tile_load_t<_Tile>;
  return __detail::rep::wrap<type>(
      __op::load_ptr<__detail::raw_of<type>, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
          __detail::rep::raw(ptrs), __detail::mask_for<type>(mask), __detail::to<type>(padding)));
}

// ---- 2.7.5 stores -------------------------------------------------------------------------------------------------

/// Stores each element of value. Undefined behaviour: an invalid pointer, an address that occurs twice, a data race.
/// Help: it takes pointers and as many values; with a mask, `store_masked(p + index, x, mask)`.
template <storeable_tile _Ptrs, non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Value>
[[tilec::help(!__detail::traits<_Ptrs>::is_tile && tile_size_v<_Value> == 1, "`*p = x` stores the element of a tile of one")]]
__tile__ void store(_Ptrs ptrs, _Value value) noexcept {
  __op::store_ptr<__detail::weak_order, 0>(__detail::rep::raw(ptrs), __detail::to<tile_load_t<_Ptrs>>(value));
}
/// Store where the mask is nonzero.
/// Help: the arguments are `store_masked(pointers, values, mask)`.
template <storeable_tile _Ptrs, non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Value,
          bool_tile_convertible _Mask>
  requires __detail::mask_of<_Mask, _Ptrs>
  [[tilec::warn("swapped-mask", __detail::swapped_mask<_Ptrs, _Value, _Mask>,
                "the mask is not `bool`, but the values are: the values come before the mask")]]
__tile__ void store_masked(_Ptrs ptrs, _Value value, _Mask mask) noexcept {
  __op::store_ptr<__detail::weak_order, 0>(__detail::rep::raw(ptrs), __detail::to<tile_load_t<_Ptrs>>(value),
                                           __detail::mask_for<_Ptrs>(mask));
}
/// Atomic store, relaxed or release; an address may occur more than once.
/// Help: name the memory order, `atomic_store(p, x, memory_order_release_t{})`.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Value>
  requires write_memory_order<_Order> && __detail::valid_scope<_Scope>
__tile__ void atomic_store(_Ptrs ptrs, _Value value, memory_order_constant<_Order> = {},
                           thread_scope_constant<_Scope> = {}) noexcept {
  __op::store_ptr<__detail::order_number<_Order>, __detail::scope_number<_Scope>>(
      __detail::rep::raw(ptrs), __detail::to<tile_load_t<_Ptrs>>(value));
}
/// Atomic store where the mask is nonzero.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Value, bool_tile_convertible _Mask>
  requires __detail::mask_of<_Mask, _Ptrs> && write_memory_order<_Order> && __detail::valid_scope<_Scope>
  [[tilec::warn("swapped-mask", __detail::swapped_mask<_Ptrs, _Value, _Mask>,
                "the mask is not `bool`, but the values are: the values come before the mask")]]
__tile__ void atomic_store_masked(_Ptrs ptrs, _Value value, _Mask mask, memory_order_constant<_Order> = {},
                                  thread_scope_constant<_Scope> = {}) noexcept {
  __op::store_ptr<__detail::order_number<_Order>, __detail::scope_number<_Scope>>(
      __detail::rep::raw(ptrs), __detail::to<tile_load_t<_Ptrs>>(value), __detail::mask_for<_Ptrs>(mask));
}

// ---- 2.7.6 compare and exchange -----------------------------------------------------------------------------------

/// Stores val where memory holds the bits of cmp; the values read. Elements: 32/64-bit integers, float, double.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Cmp,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Val>
  requires __detail::atomic_exchange_target<_Ptrs> && __detail::valid_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Ptrs> atomic_compare_exchange(_Ptrs ptrs, _Cmp cmp, _Val val, memory_order_constant<_Order> = {},
                                                    thread_scope_constant<_Scope> = {}) noexcept {
  using type = tile_load_t<_Ptrs>;
  return __detail::rep::wrap<type>(__op::atomic_cas<__detail::order_number<_Order>, __detail::scope_number<_Scope>>(
      __detail::rep::raw(ptrs), __detail::to<type>(cmp), __detail::to<type>(val)));
}
/// Compare and exchange where the mask is nonzero; the result of other lanes is cmp.
template <memory_order _Order, thread_scope _Scope = default_thread_scope(), storeable_tile _Ptrs,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Cmp,
          non_narrowing_tile_convertible_to<tile_load_t<_Ptrs>> _Val, bool_tile_convertible _Mask>
  requires __detail::mask_of<_Mask, _Ptrs> && __detail::atomic_exchange_target<_Ptrs> &&
           __detail::valid_order<_Order> && __detail::valid_scope<_Scope>
__tile__ tile_load_t<_Ptrs> atomic_compare_exchange_masked(_Ptrs ptrs, _Cmp cmps, _Val vals, _Mask mask,
                                                           memory_order_constant<_Order> = {},
                                                           thread_scope_constant<_Scope> = {}) noexcept {
  using type = tile_load_t<_Ptrs>;
  return __detail::rep::wrap<type>(__op::atomic_cas<__detail::order_number<_Order>, __detail::scope_number<_Scope>>(
      __detail::rep::raw(ptrs), __detail::to<type>(cmps), __detail::to<type>(vals), __detail::mask_for<_Ptrs>(mask)));
}

} // namespace cuda::tiles::inline __1

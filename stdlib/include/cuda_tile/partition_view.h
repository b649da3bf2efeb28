// Section 2.12: partition_view, a tensor divided into tiles of one shape.
#pragma once

#include <cuda_tile/tensor_span.h>
#include <cuda_tile/tile.h>

namespace cuda::tiles::inline __1 {

namespace __detail {

/// -1, the dynamic entry of __dims, for dynamic_extent.
template <size _V>
inline constexpr long long static_or_dynamic = _V == dynamic_extent ? -1 : static_cast<long long>(_V);

/// An index as the index type of the span. Undefined behaviour when not representable.
template <class _I, class _T> __tile__ _I view_index(_T i) noexcept {
  _I const result = __detail::rep::wrap<_I>(__detail::to<_I>(i));
  if constexpr (info_of<_T>.is_integral() && scalar_conversion_narrows<_T, _I>())
    __op::require<25>(static_cast<_T>(result) == i && (result < 0) == (i < 0),
                  "2.12.1: a view index must be representable in the index type");
  return result;
}

/// The one place where views reach memory: static extents and strides as types, all of them as values.
template <class _Span, class _Tile, class _Indices = indices<traits<_Tile>::rank>> struct view_access;
template <class _Span, class _Tile, size... _I> struct view_access<_Span, _Tile, index_list<_I...>> {
  using mapping = typename _Span::mapping_type;
  using index = typename _Span::index_type;
  template <size _Dim> static constexpr size stride = layout_mapping_static_stride<mapping>{}(_Dim);
  template <size _Dim> static constexpr size extent = _Span::extents_type::static_extent(_Dim);
  using extent_dims = __op::__dims<static_or_dynamic<extent<_I>>...>;
  using stride_dims = __op::__dims<static_or_dynamic<stride<_I>>...>;

  // Static values are in the types: the arguments in their places are 0.
  template <size _Dim> __tile__ static index dynamic_extent_of(_Span const &span) noexcept {
    if constexpr (extent<_Dim> == dynamic_extent)
      return span.mapping().extents().extent(_Dim);
    else
      return 0;
  }
  template <size _Dim> __tile__ static index dynamic_stride_of(_Span const &span) noexcept {
    if constexpr (stride<_Dim> == dynamic_extent)
      return span.mapping().stride(_Dim);
    else
      return 0;
  }
  /// What types of the user promise by being extents and mappings (1.5.1, 1.8.1).
  __tile__ static void require_meaning([[maybe_unused]] _Span const &span) noexcept {
    if constexpr (!facts<typename _Span::extents_type>::valid)
      ((__op::require<26>(keeps<extent<_I>>(span.mapping().extents().extent(_I), span.mapping().extents().extent(_I)),
                          "1.5.1: extent(i) must be a length, the static one if there is one, and stay the same")),
       ...);
    if constexpr (!is_own_layout<typename mapping::layout_type>)
      ((__op::require<26>(keeps<stride<_I>>(span.mapping().stride(_I), span.mapping().stride(_I)),
                          "1.8.1: stride(i) must not be negative, be the static one if there is one, and stay the same")),
       ...);
  }
  template <size _Static> __tile__ static bool keeps(index once, index twice) noexcept {
    return once == twice && !(once < index(0)) && (_Static == dynamic_extent || static_cast<size>(once) == _Static);
  }
  template <int _Padding, int _Order, int _Scope, class... _Idx>
  __tile__ static _Tile load(_Span const &span, _Idx... idx) noexcept {
    require_meaning(span);
    return __detail::rep::wrap<_Tile>(
        __op::view_load<raw_of<_Tile>, _Padding, _Order, _Scope, extent_dims, stride_dims>(
            span.data_handle(), __detail::view_index<index>(idx)..., dynamic_extent_of<_I>(span)...,
            dynamic_stride_of<_I>(span)...));
  }
  template <bool _Masked, int _Order, int _Scope, class _Value, class... _Idx>
  __tile__ static void store(_Span const &span, _Value const &value, _Idx... idx) noexcept {
    require_meaning(span);
    __op::view_store<_Masked, _Order, _Scope, extent_dims, stride_dims>(
        __detail::to<_Tile>(value), span.data_handle(), __detail::view_index<index>(idx)...,
        dynamic_extent_of<_I>(span)..., dynamic_stride_of<_I>(span)...);
  }
};

/// As many scalars as the view has dimensions.
template <class _View, class... _Idx>
concept indices_of
    [[tilec::because(sizeof...(_Idx) != _View::view_shape_type::rank(),
                     "the rank of the view is {} and the number of indices {}", _View::view_shape_type::rank(),
                     sizeof...(_Idx))]]
    [[tilec::because(true, "the index of a tile is a scalar that converts to the index type of the tensor")]] = (sizeof...(_Idx) == _View::view_shape_type::rank()) &&
                     (scalar_convertible_to<_Idx, typename _View::index_type> && ...);

/// A padding that the elements can have: zero for all, the others for basic floating point.
template <class _View, view_padding _Pad>
concept padding_for =
    valid_padding<_Pad> && (number<_Pad> == 0 || basic_floating_point_scalar<typename _View::element_type>);

/// A tile that can be stored: of the shape of the view, its elements convert without narrowing, the span is not const.
template <class _View, class _Value>
concept value_of = non_narrowing_tile_convertible_to<_Value, typename _View::view_tile_type> &&
                   storeable_tensor_span<typename _View::span_type>;

/// The first axis whose static extent the extent of the tiles does not divide; the rank if there is none.
template <class _View> __tile__ __host__ __device__ constexpr size partial_axis() {
  using extents_type = typename _View::span_type::extents_type;
  using shape_type = typename _View::view_shape_type;
  for (size i = 0; i < shape_type::rank(); ++i)
    if (extents_type::static_extent(i) != dynamic_extent &&
        extents_type::static_extent(i) % shape_type::static_extent(i) != 0)
      return i;
  return shape_type::rank();
}

/// Whether no axis of a tensor with more than one element a tile has the static stride 1.
template <class _View> __tile__ __host__ __device__ constexpr bool has_no_unit_stride() {
  using mapping = typename _View::span_type::mapping_type;
  for (size i = 0; i < _View::view_shape_type::rank(); ++i)
    if (layout_mapping_static_stride<mapping>{}(i) == 1)
      return false;
  return true;
}

} // namespace __detail

/// A tensor divided into tiles of Shape: index i covers the elements i * Shape .. i * Shape + Shape - 1 of each
/// dimension (2.12.1). Undefined behaviour for all accesses: an index for which all elements are outside, an index that
/// is not representable in index_type, a layout in which elements overlap. Elements outside the tensor: undefined
/// behaviour without mask; with mask, loads give the padding and stores skip them. Indices are scalars, one per
/// dimension.
/// Help: `partition_view{tensor_span{q, extents{rows, columns}}, shape{16_ic, 16_ic}}` cuts a tensor into tiles;
/// `v.load(i, j)` and `v.store(x, i, j)` take the numbers of a tile, one for each axis.
template <tensor_span_like _Span, tile_shape _Shape>
  requires(_Shape::rank() == _Span::extents_type::rank())
struct [[tilec::because(true, "the rank of the shape is {} and that of the span {}", _Shape::rank(),
                        _Span::extents_type::rank())]] partition_view {
  /// The type of the tensor (2.12.1).
  using span_type = _Span;
  /// The shape of the tiles (2.12.1).
  using view_shape_type = _Shape;
  /// The type of the elements of the tensor, with its const and volatile (2.12.1).
  using element_type = typename span_type::element_type;
  /// The type of the elements of the tiles (2.12.1).
  using value_type = typename span_type::value_type;
  /// The type of the indices of tiles (2.12.1).
  using index_type = typename span_type::index_type;
  /// The tile that a load gives and a store takes (2.12.1).
  using view_tile_type = tile<value_type, __detail::remove_cv<view_shape_type>>;

  /// Both arguments always: `partition_view{span, shape{64_ic, 32_ic}}`.
  __tile__ __host__ __device__ constexpr partition_view(span_type span, view_shape_type) : __span(span) {}

  // ---- loads ----

  /// The tile at an index.
  template <class... _Idx>
    requires __detail::indices_of<partition_view, _Idx...>
  [[tilec::warn("partial-tile", __detail::partial_axis<partition_view>() < _Shape::rank(),
                "axis {} of the tensor has {} elements, which tiles of {} do not divide: the last tile has elements outside",
                __detail::partial_axis<partition_view>(),
                _Span::extents_type::static_extent(__detail::partial_axis<partition_view>()),
                _Shape::static_extent(__detail::partial_axis<partition_view>()))]]
  [[tilec::warn("strided-axes", __detail::has_no_unit_stride<partition_view>(),
                "no axis of the tensor is known to be contiguous, so that each element is loaded by itself")]]
  __tile__ view_tile_type load(_Idx... idx) const noexcept {
    return access::template load<-1, __detail::weak_order, 0>(__span, idx...);
  }
  /// The tile at an index; elements outside the tensor are Pad.
  template <view_padding _Pad = default_view_padding(), class... _Idx>
    requires __detail::indices_of<partition_view, _Idx...> && __detail::padding_for<partition_view, _Pad>
  [[tilec::warn("partial-tile", false, "")]]
  [[tilec::warn("strided-axes", __detail::has_no_unit_stride<partition_view>(),
                "no axis of the tensor is known to be contiguous, so that each element is loaded by itself")]]
  __tile__ view_tile_type load_masked(_Idx... idx) const noexcept {
    return access::template load<__detail::padding_number<_Pad>, __detail::weak_order, 0>(__span, idx...);
  }
  /// The tile at an index; elements outside the tensor are Pad.
  template <view_padding _Pad = default_view_padding(), class... _Idx>
    requires __detail::indices_of<partition_view, _Idx...> && __detail::padding_for<partition_view, _Pad>
  [[tilec::warn("partial-tile", false, "")]]
  [[tilec::warn("strided-axes", __detail::has_no_unit_stride<partition_view>(),
                "no axis of the tensor is known to be contiguous, so that each element is loaded by itself")]]
  __tile__ view_tile_type load_masked(view_padding_constant<_Pad>, _Idx... idx) const noexcept {
    return access::template load<__detail::padding_number<_Pad>, __detail::weak_order, 0>(__span, idx...);
  }
  /// The tile at an index, each element by an atomic load; relaxed or acquire.
  template <memory_order _Order, thread_scope _Scope = default_thread_scope(), class... _Idx>
    requires __detail::indices_of<partition_view, _Idx...> && read_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ view_tile_type atomic_load(_Idx... idx) const noexcept {
    return access::template load<-1, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(__span, idx...);
  }
  /// The tile at an index, each element by an atomic load; relaxed or acquire.
  template <memory_order _Order, thread_scope _Scope = default_thread_scope(), class... _Idx>
    requires __detail::indices_of<partition_view, _Idx...> && read_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ view_tile_type atomic_load(memory_order_constant<_Order>, _Idx... idx) const noexcept {
    return access::template load<-1, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(__span, idx...);
  }
  /// The tile at an index, each element by an atomic load; relaxed or acquire.
  template <memory_order _Order, thread_scope _Scope = default_thread_scope(), class... _Idx>
    requires __detail::indices_of<partition_view, _Idx...> && read_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ view_tile_type atomic_load(memory_order_constant<_Order>, thread_scope_constant<_Scope>,
                                      _Idx... idx) const noexcept {
    return access::template load<-1, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(__span, idx...);
  }
  /// Atomic load of the tile at an index; elements outside the tensor are Pad.
  template <view_padding _Pad = default_view_padding(), memory_order _Order,
            thread_scope _Scope = default_thread_scope(), class... _Idx>
    requires __detail::indices_of<partition_view, _Idx...> && __detail::padding_for<partition_view, _Pad> &&
             read_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ view_tile_type atomic_load_masked(_Idx... idx) const noexcept {
    return access::template load<__detail::padding_number<_Pad>, __detail::order_number<_Order>,
                                 __detail::scope_number<_Scope>>(__span, idx...);
  }
  /// Atomic load of the tile at an index; elements outside the tensor are Pad.
  template <view_padding _Pad = default_view_padding(), memory_order _Order,
            thread_scope _Scope = default_thread_scope(), class... _Idx>
    requires __detail::indices_of<partition_view, _Idx...> && __detail::padding_for<partition_view, _Pad> &&
             read_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ view_tile_type atomic_load_masked(view_padding_constant<_Pad>, _Idx... idx) const noexcept {
    return access::template load<__detail::padding_number<_Pad>, __detail::order_number<_Order>,
                                 __detail::scope_number<_Scope>>(__span, idx...);
  }
  /// Atomic load of the tile at an index; elements outside the tensor are Pad.
  template <view_padding _Pad = default_view_padding(), memory_order _Order,
            thread_scope _Scope = default_thread_scope(), class... _Idx>
    requires __detail::indices_of<partition_view, _Idx...> && __detail::padding_for<partition_view, _Pad> &&
             read_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ view_tile_type atomic_load_masked(view_padding_constant<_Pad>, memory_order_constant<_Order>,
                                             _Idx... idx) const noexcept {
    return access::template load<__detail::padding_number<_Pad>, __detail::order_number<_Order>,
                                 __detail::scope_number<_Scope>>(__span, idx...);
  }
  /// Atomic load of the tile at an index; elements outside the tensor are Pad.
  template <view_padding _Pad = default_view_padding(), memory_order _Order,
            thread_scope _Scope = default_thread_scope(), class... _Idx>
    requires __detail::indices_of<partition_view, _Idx...> && __detail::padding_for<partition_view, _Pad> &&
             read_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ view_tile_type atomic_load_masked(view_padding_constant<_Pad>, memory_order_constant<_Order>,
                                             thread_scope_constant<_Scope>, _Idx... idx) const noexcept {
    return access::template load<__detail::padding_number<_Pad>, __detail::order_number<_Order>,
                                 __detail::scope_number<_Scope>>(__span, idx...);
  }

  // ---- stores ----

  /// Stores a tile at an index.
  template <tile_like _Value, class... _Idx>
    requires __detail::value_of<partition_view, _Value> && __detail::indices_of<partition_view, _Idx...>
  [[tilec::warn("partial-tile", __detail::partial_axis<partition_view>() < _Shape::rank(),
                "axis {} of the tensor has {} elements, which tiles of {} do not divide: the last tile has elements outside",
                __detail::partial_axis<partition_view>(),
                _Span::extents_type::static_extent(__detail::partial_axis<partition_view>()),
                _Shape::static_extent(__detail::partial_axis<partition_view>()))]]
  __tile__ void store(_Value a, _Idx... idx) const noexcept {
    access::template store<false, __detail::weak_order, 0>(__span, a, idx...);
  }
  /// Stores the elements of a tile that are inside the tensor.
  template <tile_like _Value, class... _Idx>
    requires __detail::value_of<partition_view, _Value> && __detail::indices_of<partition_view, _Idx...>
  [[tilec::warn("partial-tile", false, "")]]
  __tile__ void store_masked(_Value a, _Idx... idx) const noexcept {
    access::template store<true, __detail::weak_order, 0>(__span, a, idx...);
  }
  /// Stores a tile at an index, each element by an atomic store; relaxed or release.
  template <memory_order _Order, thread_scope _Scope = default_thread_scope(), tile_like _Value, class... _Idx>
    requires __detail::value_of<partition_view, _Value> && __detail::indices_of<partition_view, _Idx...> &&
             write_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ void atomic_store(_Value a, _Idx... idx) const noexcept {
    access::template store<false, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(__span, a, idx...);
  }
  /// Stores a tile at an index, each element by an atomic store; relaxed or release.
  template <memory_order _Order, thread_scope _Scope = default_thread_scope(), tile_like _Value, class... _Idx>
    requires __detail::value_of<partition_view, _Value> && __detail::indices_of<partition_view, _Idx...> &&
             write_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ void atomic_store(_Value a, memory_order_constant<_Order>, _Idx... idx) const noexcept {
    access::template store<false, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(__span, a, idx...);
  }
  /// Stores a tile at an index, each element by an atomic store; relaxed or release.
  template <memory_order _Order, thread_scope _Scope = default_thread_scope(), tile_like _Value, class... _Idx>
    requires __detail::value_of<partition_view, _Value> && __detail::indices_of<partition_view, _Idx...> &&
             write_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ void atomic_store(_Value a, memory_order_constant<_Order>, thread_scope_constant<_Scope>,
                             _Idx... idx) const noexcept {
    access::template store<false, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(__span, a, idx...);
  }
  /// Atomic store of the elements of a tile that are inside the tensor.
  template <memory_order _Order, thread_scope _Scope = default_thread_scope(), tile_like _Value, class... _Idx>
    requires __detail::value_of<partition_view, _Value> && __detail::indices_of<partition_view, _Idx...> &&
             write_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ void atomic_store_masked(_Value a, _Idx... idx) const noexcept {
    access::template store<true, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(__span, a, idx...);
  }
  /// Atomic store of the elements of a tile that are inside the tensor.
  template <memory_order _Order, thread_scope _Scope = default_thread_scope(), tile_like _Value, class... _Idx>
    requires __detail::value_of<partition_view, _Value> && __detail::indices_of<partition_view, _Idx...> &&
             write_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ void atomic_store_masked(_Value a, memory_order_constant<_Order>, _Idx... idx) const noexcept {
    access::template store<true, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(__span, a, idx...);
  }
  /// Atomic store of the elements of a tile that are inside the tensor.
  template <memory_order _Order, thread_scope _Scope = default_thread_scope(), tile_like _Value, class... _Idx>
    requires __detail::value_of<partition_view, _Value> && __detail::indices_of<partition_view, _Idx...> &&
             write_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ void atomic_store_masked(_Value a, memory_order_constant<_Order>, thread_scope_constant<_Scope>,
                                    _Idx... idx) const noexcept {
    access::template store<true, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(__span, a, idx...);
  }

  /// The tensor.
  __tile__ __host__ __device__ constexpr span_type const &span() const noexcept { return __span; }

private:
  using access = __detail::view_access<span_type, view_tile_type>;
  span_type __span;
};

} // namespace cuda::tiles::inline __1

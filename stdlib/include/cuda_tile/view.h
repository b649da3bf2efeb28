// Section 2.12: what all views have: types, loads and stores, reductions into memory.
#pragma once

#include <cuda_tile/atomic.h>
#include <cuda_tile/tensor_span.h>
#include <cuda_tile/tile.h>

namespace cuda::tiles::inline __1 {

namespace __detail {

/// -1, the dynamic entry of __dims, for dynamic_extent.
template <size _V>
inline constexpr long long static_or_dynamic = _V == dynamic_size ? -1 : static_cast<long long>(_V);

/// An index as the index type of the span. Undefined behaviour when not representable.
template <class _I, class _T> __tile__ _I view_index(_T i) noexcept {
  _I const result = __detail::rep::wrap<_I>(__detail::to<_I>(i));
  if constexpr (info_of<_T>.is_integral() && scalar_conversion_narrows<_T, _I>())
    __op::require<25>(static_cast<_T>(result) == i && (result < 0) == (i < 0),
                  "2.12.1: a view index must be representable in the index type");
  return result;
}

/// How a view divides its tensor, as the intrinsics take it: __dims<0> into disjoint tiles, __dims<1, S...> into tiles
/// at the multiples of S, __dims<2, D> into slices that indices pick along dimension D.
template <class _View> struct view_kind;
/// The dimension along which indices pick slices; -1 if there is none.
template <class _Kind> inline constexpr long long gathered_dim_of = -1;
template <long long _Dim> inline constexpr long long gathered_dim_of<__op::__dims<2, _Dim>> = _Dim;
template <class _View> inline constexpr long long gathered_dim = gathered_dim_of<typename view_kind<_View>::type>;

/// The one place where views reach memory: static extents and strides as types, all of them as values.
template <class _Kind, class _Span, class _Tile, class _Indices = indices<traits<_Tile>::rank>> struct view_access;
template <class _Kind, class _Span, class _Tile, size... _I>
struct view_access<_Kind, _Span, _Tile, index_list<_I...>> {
  using mapping = typename _Span::mapping_type;
  using index = typename _Span::index_type;
  template <size _Dim> static constexpr size stride = layout_mapping_static_stride<mapping>{}(_Dim);
  template <size _Dim> static constexpr size extent = _Span::extents_type::static_extent(_Dim);
  using extent_dims = __op::__dims<static_or_dynamic<extent<_I>>...>;
  using stride_dims = __op::__dims<static_or_dynamic<stride<_I>>...>;

  // Static values are in the types: the arguments in their places are 0.
  template <size _Dim> __tile__ static index dynamic_extent_of(_Span const &span) noexcept {
    if constexpr (extent<_Dim> == dynamic_size)
      return span.mapping().extents().extent(_Dim);
    else
      return 0;
  }
  template <size _Dim> __tile__ static index dynamic_stride_of(_Span const &span) noexcept {
    if constexpr (stride<_Dim> == dynamic_size)
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
    return once == twice && !(once < index(0)) && (_Static == dynamic_size || static_cast<size>(once) == _Static);
  }
  /// The index of dimension _Dim as the intrinsics take it.
  template <size _Dim, class _T> __tile__ static auto index_of(_T const &i) noexcept {
    if constexpr (static_cast<long long>(_Dim) == gathered_dim_of<_Kind>)
      return __detail::to<tile<index, shape<traits<_Tile>::shape::static_extent(_Dim)>>>(i);
    else
      return __detail::view_index<index>(i);
  }
  template <int _Padding, int _Order, int _Scope, class... _Idx>
  __tile__ static _Tile load(_Span const &span, _Idx... idx) noexcept {
    require_meaning(span);
    return __detail::rep::wrap<_Tile>(
        __op::view_load<raw_of<_Tile>, _Padding, _Order, _Scope, _Kind, extent_dims, stride_dims>(
            span.data_handle(), index_of<_I>(idx)..., dynamic_extent_of<_I>(span)..., dynamic_stride_of<_I>(span)...));
  }
  template <bool _Masked, int _Order, int _Scope, class _Value, class... _Idx>
  __tile__ static void store(_Span const &span, _Value const &value, _Idx... idx) noexcept {
    require_meaning(span);
    __op::view_store<_Masked, _Order, _Scope, _Kind, extent_dims, stride_dims>(
        __detail::to<_Tile>(value), span.data_handle(), index_of<_I>(idx)..., dynamic_extent_of<_I>(span)...,
        dynamic_stride_of<_I>(span)...);
  }
  template <int _Mode, bool _Masked, int _Order, int _Scope, class... _Idx>
  __tile__ static void reduce(_Span const &span, raw_of<_Tile> value, _Idx... idx) noexcept {
    require_meaning(span);
    __op::view_reduce<_Mode, _Masked, _Order, _Scope, _Kind, extent_dims, stride_dims>(
        value, span.data_handle(), index_of<_I>(idx)..., dynamic_extent_of<_I>(span)..., dynamic_stride_of<_I>(span)...);
  }
};

/// An index of a view in one dimension: a scalar, and a tile of numbers along the dimension that indices pick from.
template <class _View, class _Idx> __tile__ __host__ __device__ constexpr bool index_fits(bool is_gathered) {
  using index = typename _View::index_type;
  if constexpr (gathered_dim<_View> >= 0) {
    if (is_gathered)
      return tile_convertible_to<
          _Idx, tile<index, shape<_View::view_shape_type::static_extent(static_cast<size>(gathered_dim<_View>))>>>;
  }
  return scalar_convertible_to<_Idx, index>;
}
template <class _View, class... _Idx> __tile__ __host__ __device__ constexpr size unfit_index() {
  size place = 0, result = sizeof...(_Idx);
  ((result = result == sizeof...(_Idx) && !index_fits<_View, _Idx>(static_cast<long long>(place) == gathered_dim<_View>)
                 ? place
                 : result,
    ++place),
   ...);
  return result;
}

/// The same as `unfit_index` not finding one.
template <class _View, class... _Idx> __tile__ __host__ __device__ constexpr bool indices_fit() {
  if constexpr (gathered_dim<_View> < 0)
    return (scalar_convertible_to<_Idx, typename _View::index_type> && ...);
  else
    return unfit_index<_View, _Idx...>() == sizeof...(_Idx);
}

/// As many indices as the view has dimensions: scalars, and a tile along the dimension that indices pick from.
template <class _View, class... _Idx>
concept indices_of
    [[tilec::help(sizeof...(_Idx) < _View::view_shape_type::rank(),
                  "a view takes {} indices, the number of a tile along each axis", _View::view_shape_type::rank())]]
    [[tilec::help(sizeof...(_Idx) != _View::view_shape_type::rank(),
                  "a view takes one index for each axis, the number of a tile along it; a value for elements outside is a type, `v.load_masked(view_padding_zero_t{{}}, i, j)`")]]
    [[tilec::help((false || ... || __is_same(_Idx, uint3)),
                  "`bid().x`, `bid().y` and `bid().z` are the numbers of a tile block along one axis each")]]
    [[tilec::help(static_cast<long long>(unfit_index<_View, _Idx...>()) == gathered_dim<_View>,
                  "the index of the gathered axis is a tile of rank 1 with the number of each element along it, of the shape `shape<{}>`",
                  _View::view_shape_type::static_extent(unfit_index<_View, _Idx...>()))]]
    [[tilec::help(gathered_dim<_View> < 0 && (false || ... || traits<_Idx>::is_tile),
                  "a `gather_scatter_view` takes a tile of numbers as the index of one axis")]]
    [[tilec::help(gathered_dim<_View> >= 0 && (false || ... || traits<_Idx>::is_tile),
                  "the index of axis {} alone is a tile, of the axis that is gathered", static_cast<unsigned long>(gathered_dim<_View>))]]
    [[tilec::because(sizeof...(_Idx) == _View::view_shape_type::rank() + 1 && (false || ... || __is_same(element<_Idx>, bool)),
                     "a view has no argument for a mask: `load_masked` and `store_masked` know the bounds of the tensor")]]
    [[tilec::because(sizeof...(_Idx) != _View::view_shape_type::rank(),
                     "the rank of the view is {} and the number of indices {}", _View::view_shape_type::rank(),
                     sizeof...(_Idx))]]
    [[tilec::because(static_cast<long long>(unfit_index<_View, _Idx...>()) == gathered_dim<_View>,
                     "the index of axis {} is not a tile of rank 1 with {} numbers", unfit_index<_View, _Idx...>(),
                     _View::view_shape_type::static_extent(unfit_index<_View, _Idx...>()))]]
    [[tilec::because(true, "the index of axis {} is not a scalar number", unfit_index<_View, _Idx...>())]] =
    (sizeof...(_Idx) == _View::view_shape_type::rank()) && indices_fit<_View, _Idx...>();

/// Whether a floating point type has a padding: what its format has.
template <class _E, view_padding _Pad>
inline constexpr bool has_padding =
    !__is_same(_E, __nv_fp4_e2m1) &&
    (number<_Pad> == number<view_padding::nan> ||
     (!info_of<_E>.is_scale && (number<_Pad> == number<view_padding::negative_zero> || !__is_same(_E, __nv_fp8_e4m3))));
template <class _E> inline constexpr bool has_padding<_E, view_padding::zero> = !__is_same(_E, __nv_fp8_e8m0);

/// Numbers other than zero are paddings of floating-point elements.
template <class _E>
inline constexpr bool has_float_elements = basic_floating_point_scalar<_E> || restricted_floating_point_scalar<_E>;
template <class _E>
concept floating_padding
    [[tilec::because(true, "a view of `{_E}` is padded with zeros alone: the other paddings are for floating-point elements")]]
    [[tilec::help(true, "load with zeros, and `select(mask, x, y)` chooses other numbers where the mask of the indices says so")]] =
    has_float_elements<_E>;

/// A padding that the elements can have: zero for all, the others for floating point; before CUDA 13.5 for basic floating
/// point alone.
template <class _View, view_padding _Pad>
concept padding_for
    [[tilec::because(restricted_floating_point_scalar<typename _View::value_type> && release < 1305,
                     "paddings other than zero of restricted floating point elements are new in CUDA 13.5")]]
    [[tilec::because(true, "the elements have no such padding")]] =
    valid_padding<_Pad> && has_padding<typename _View::value_type, _Pad> &&
    (number<_Pad> == 0 || floating_padding<typename _View::value_type>) &&
    (number<_Pad> == 0 || release >= 1305 || !restricted_floating_point_scalar<typename _View::value_type>);

/// A tile that can be stored: of the shape of the view, its elements convert without narrowing, the span is not const.
template <class _View, class _Value>
concept value_of
    [[tilec::help(__is_same(element<_Value>, __nv_fp4_e2m1) && sizeof(typename _View::value_type) == 1 && traits<_Value>::rank > 0,
                  "`repack<unsigned char>(x, 1_ic)` packs two elements into each byte")]] = non_narrowing_tile_convertible_to<_Value, typename _View::view_tile_type> &&
                   storeable_tensor_span<typename _View::span_type>;

/// A reduction into memory: relaxed, visible to the block or the device, of a tile that can be stored.
template <class _View, class _Value, memory_order _Order, thread_scope _Scope, class... _Idx>
concept view_reduction_of
    [[tilec::because(number<_Order> != number<memory_order::relaxed>, "the memory order is not relaxed")]]
    [[tilec::because(number<_Scope> != number<thread_scope::device> && number<_Scope> != number<thread_scope::block>,
                     "the scope is neither the block nor the device")]] =
    value_of<_View, _Value> && indices_of<_View, _Idx...> && (number<_Order> == number<memory_order::relaxed>) &&
    (number<_Scope> == number<thread_scope::device> || number<_Scope> == number<thread_scope::block>);

/// The first axis whose static extent the extent of the tiles does not divide; the rank if there is none, or if the tiles
/// of the view are not parts of the tensor.
template <class _View> __tile__ __host__ __device__ constexpr size partial_axis() {
  using extents_type = typename _View::span_type::extents_type;
  using shape_type = typename _View::view_shape_type;
  if constexpr (__is_same(typename view_kind<_View>::type, __op::__dims<0>))
    for (size i = 0; i < shape_type::rank(); ++i)
      if (extents_type::static_extent(i) != dynamic_size &&
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

/// The members that every view of the class View has: its types, loads, stores and the tensor. Hints: latency and
/// allow_tma.
template <class _View, tensor_span_like _Span, tile_shape _Shape> struct __view_interface {
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
  /// The type of numbers of dimensions.
  using rank_type = typename span_type::rank_type;
  /// The tile that a load gives and a store takes (2.12.1).
  using view_tile_type = tile<value_type, __detail::remove_cv<view_shape_type>>;

  // ---- loads ----

  /// The tile at an index.
  template <class... _Idx>
    requires __detail::indices_of<_View, _Idx...>
  [[tilec::warn("partial-tile", __detail::partial_axis<_View>() < _Shape::rank(),
                "axis {} of the tensor has {} elements, which tiles of {} do not divide: the last tile has elements outside",
                __detail::partial_axis<_View>(), _Span::extents_type::static_extent(__detail::partial_axis<_View>()),
                _Shape::static_extent(__detail::partial_axis<_View>()))]]
  [[tilec::warn("strided-axes", __detail::has_no_unit_stride<_View>(),
                "no axis of the tensor is known to be contiguous, so that each element is loaded by itself")]]
  __tile__ view_tile_type load(_Idx... idx) const noexcept {
    return access::template load<-1, __detail::weak_order, 0>(__span, idx...);
  }
  /// The tile at an index; elements outside the tensor are Pad.
  template <view_padding _Pad = default_view_padding(), class... _Idx>
    requires __detail::indices_of<_View, _Idx...> && __detail::padding_for<_View, _Pad>
  [[tilec::warn("partial-tile", false, "")]]
  [[tilec::warn("strided-axes", __detail::has_no_unit_stride<_View>(),
                "no axis of the tensor is known to be contiguous, so that each element is loaded by itself")]]
  __tile__ view_tile_type load_masked(_Idx... idx) const noexcept {
    return access::template load<__detail::padding_number<_Pad>, __detail::weak_order, 0>(__span, idx...);
  }
  /// The tile at an index; elements outside the tensor are Pad.
  template <view_padding _Pad = default_view_padding(), class... _Idx>
    requires __detail::indices_of<_View, _Idx...> && __detail::padding_for<_View, _Pad>
  [[tilec::warn("partial-tile", false, "")]]
  [[tilec::warn("strided-axes", __detail::has_no_unit_stride<_View>(),
                "no axis of the tensor is known to be contiguous, so that each element is loaded by itself")]]
  __tile__ view_tile_type load_masked(view_padding_constant<_Pad>, _Idx... idx) const noexcept {
    return access::template load<__detail::padding_number<_Pad>, __detail::weak_order, 0>(__span, idx...);
  }
  /// The tile at an index, each element by an atomic load; relaxed or acquire.
  template <memory_order _Order, thread_scope _Scope = default_thread_scope(), class... _Idx>
    requires __detail::indices_of<_View, _Idx...> && read_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ view_tile_type atomic_load(_Idx... idx) const noexcept {
    return access::template load<-1, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(__span, idx...);
  }
  /// The tile at an index, each element by an atomic load; relaxed or acquire.
  template <memory_order _Order, thread_scope _Scope = default_thread_scope(), class... _Idx>
    requires __detail::indices_of<_View, _Idx...> && read_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ view_tile_type atomic_load(memory_order_constant<_Order>, _Idx... idx) const noexcept {
    return access::template load<-1, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(__span, idx...);
  }
  /// The tile at an index, each element by an atomic load; relaxed or acquire.
  template <memory_order _Order, thread_scope _Scope = default_thread_scope(), class... _Idx>
    requires __detail::indices_of<_View, _Idx...> && read_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ view_tile_type atomic_load(memory_order_constant<_Order>, thread_scope_constant<_Scope>,
                                      _Idx... idx) const noexcept {
    return access::template load<-1, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(__span, idx...);
  }
  /// Atomic load of the tile at an index; elements outside the tensor are Pad.
  template <view_padding _Pad = default_view_padding(), memory_order _Order,
            thread_scope _Scope = default_thread_scope(), class... _Idx>
    requires __detail::indices_of<_View, _Idx...> && __detail::padding_for<_View, _Pad> &&
             read_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ view_tile_type atomic_load_masked(_Idx... idx) const noexcept {
    return access::template load<__detail::padding_number<_Pad>, __detail::order_number<_Order>,
                                 __detail::scope_number<_Scope>>(__span, idx...);
  }
  /// Atomic load of the tile at an index; elements outside the tensor are Pad.
  template <view_padding _Pad = default_view_padding(), memory_order _Order,
            thread_scope _Scope = default_thread_scope(), class... _Idx>
    requires __detail::indices_of<_View, _Idx...> && __detail::padding_for<_View, _Pad> &&
             read_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ view_tile_type atomic_load_masked(view_padding_constant<_Pad>, _Idx... idx) const noexcept {
    return access::template load<__detail::padding_number<_Pad>, __detail::order_number<_Order>,
                                 __detail::scope_number<_Scope>>(__span, idx...);
  }
  /// Atomic load of the tile at an index; elements outside the tensor are Pad.
  template <view_padding _Pad = default_view_padding(), memory_order _Order,
            thread_scope _Scope = default_thread_scope(), class... _Idx>
    requires __detail::indices_of<_View, _Idx...> && __detail::padding_for<_View, _Pad> &&
             read_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ view_tile_type atomic_load_masked(view_padding_constant<_Pad>, memory_order_constant<_Order>,
                                             _Idx... idx) const noexcept {
    return access::template load<__detail::padding_number<_Pad>, __detail::order_number<_Order>,
                                 __detail::scope_number<_Scope>>(__span, idx...);
  }
  /// Atomic load of the tile at an index; elements outside the tensor are Pad.
  template <view_padding _Pad = default_view_padding(), memory_order _Order,
            thread_scope _Scope = default_thread_scope(), class... _Idx>
    requires __detail::indices_of<_View, _Idx...> && __detail::padding_for<_View, _Pad> &&
             read_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ view_tile_type atomic_load_masked(view_padding_constant<_Pad>, memory_order_constant<_Order>,
                                             thread_scope_constant<_Scope>, _Idx... idx) const noexcept {
    return access::template load<__detail::padding_number<_Pad>, __detail::order_number<_Order>,
                                 __detail::scope_number<_Scope>>(__span, idx...);
  }

  // ---- stores ----

  /// Stores a tile at an index.
  template <tile_like _Value, class... _Idx>
    requires __detail::value_of<_View, _Value> && __detail::indices_of<_View, _Idx...>
  [[tilec::warn("partial-tile", __detail::partial_axis<_View>() < _Shape::rank(),
                "axis {} of the tensor has {} elements, which tiles of {} do not divide: the last tile has elements outside",
                __detail::partial_axis<_View>(), _Span::extents_type::static_extent(__detail::partial_axis<_View>()),
                _Shape::static_extent(__detail::partial_axis<_View>()))]]
  [[tilec::help(!__detail::traits<_Value>::is_tile && (false || ... || __detail::traits<_Idx>::is_tile),
                "the tile comes first and the indices behind it, `v.store(x, i, j)`")]]
  __tile__ void store(_Value a, _Idx... idx) const noexcept {
    access::template store<false, __detail::weak_order, 0>(__span, a, idx...);
  }
  /// Stores the elements of a tile that are inside the tensor.
  template <tile_like _Value, class... _Idx>
    requires __detail::value_of<_View, _Value> && __detail::indices_of<_View, _Idx...>
  [[tilec::warn("partial-tile", false, "")]]
  [[tilec::help(!__detail::traits<_Value>::is_tile && (false || ... || __detail::traits<_Idx>::is_tile),
                "the tile comes first and the indices behind it, `v.store_masked(x, i, j)`")]]
  __tile__ void store_masked(_Value a, _Idx... idx) const noexcept {
    access::template store<true, __detail::weak_order, 0>(__span, a, idx...);
  }
  /// Stores a tile at an index, each element by an atomic store; relaxed or release.
  template <memory_order _Order, thread_scope _Scope = default_thread_scope(), tile_like _Value, class... _Idx>
    requires __detail::value_of<_View, _Value> && __detail::indices_of<_View, _Idx...> &&
             write_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ void atomic_store(_Value a, _Idx... idx) const noexcept {
    access::template store<false, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(__span, a, idx...);
  }
  /// Stores a tile at an index, each element by an atomic store; relaxed or release.
  template <memory_order _Order, thread_scope _Scope = default_thread_scope(), tile_like _Value, class... _Idx>
    requires __detail::value_of<_View, _Value> && __detail::indices_of<_View, _Idx...> &&
             write_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ void atomic_store(_Value a, memory_order_constant<_Order>, _Idx... idx) const noexcept {
    access::template store<false, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(__span, a, idx...);
  }
  /// Stores a tile at an index, each element by an atomic store; relaxed or release.
  template <memory_order _Order, thread_scope _Scope = default_thread_scope(), tile_like _Value, class... _Idx>
    requires __detail::value_of<_View, _Value> && __detail::indices_of<_View, _Idx...> &&
             write_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ void atomic_store(_Value a, memory_order_constant<_Order>, thread_scope_constant<_Scope>,
                             _Idx... idx) const noexcept {
    access::template store<false, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(__span, a, idx...);
  }
  /// Atomic store of the elements of a tile that are inside the tensor.
  template <memory_order _Order, thread_scope _Scope = default_thread_scope(), tile_like _Value, class... _Idx>
    requires __detail::value_of<_View, _Value> && __detail::indices_of<_View, _Idx...> &&
             write_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ void atomic_store_masked(_Value a, _Idx... idx) const noexcept {
    access::template store<true, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(__span, a, idx...);
  }
  /// Atomic store of the elements of a tile that are inside the tensor.
  template <memory_order _Order, thread_scope _Scope = default_thread_scope(), tile_like _Value, class... _Idx>
    requires __detail::value_of<_View, _Value> && __detail::indices_of<_View, _Idx...> &&
             write_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ void atomic_store_masked(_Value a, memory_order_constant<_Order>, _Idx... idx) const noexcept {
    access::template store<true, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(__span, a, idx...);
  }
  /// Atomic store of the elements of a tile that are inside the tensor.
  template <memory_order _Order, thread_scope _Scope = default_thread_scope(), tile_like _Value, class... _Idx>
    requires __detail::value_of<_View, _Value> && __detail::indices_of<_View, _Idx...> &&
             write_memory_order<_Order> && __detail::valid_scope<_Scope>
  __tile__ void atomic_store_masked(_Value a, memory_order_constant<_Order>, thread_scope_constant<_Scope>,
                                    _Idx... idx) const noexcept {
    access::template store<true, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(__span, a, idx...);
  }

  /// The tensor.
  __tile__ __host__ __device__ constexpr span_type const &span() const noexcept { return __span; }

protected:
  /// The view of this tensor.
  __tile__ __host__ __device__ explicit constexpr __view_interface(span_type span) noexcept : __span(span) {}
  span_type __span;

private:
  using access = __detail::view_access<typename __detail::view_kind<_View>::type, span_type, view_tile_type>;
};

/// The reductions into memory that views with tiles of fixed places have. Each combines a tile into the tile at an index,
/// every element atomically, and gives no result; the order is relaxed, the scope the block or the device, and both are
/// named. Hints do not apply.
template <class _View, tensor_span_like _Span, tile_shape _Shape>
struct __view_reductions : __view_interface<_View, _Span, _Shape> {
  /// Bitwise and with the tile at an index. Elements: 32/64-bit integers. Since CUDA 13.4.
  /// Help: name order and scope, `v.atomic_and(x, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)`.
  template <memory_order _Order, thread_scope _Scope, tile_like _Value, class... _Idx>
    requires __detail::view_reduction_of<_View, _Value, _Order, _Scope, _Idx...> && __detail::atomic_integral_target<typename _Span::data_handle_type>
  [[tilec::since(13, 4)]] __tile__ void atomic_and(_Value value, memory_order_constant<_Order>,
                                      thread_scope_constant<_Scope>, _Idx... idx) const noexcept {
    access::template reduce<__detail::and_mode, false, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
        this->__span, __detail::to<tile_type>(value), idx...);
  }
  /// Bitwise or with the tile at an index. Elements: 32/64-bit integers. Since CUDA 13.4.
  /// Help: name order and scope, `v.atomic_or(x, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)`.
  template <memory_order _Order, thread_scope _Scope, tile_like _Value, class... _Idx>
    requires __detail::view_reduction_of<_View, _Value, _Order, _Scope, _Idx...> && __detail::atomic_integral_target<typename _Span::data_handle_type>
  [[tilec::since(13, 4)]] __tile__ void atomic_or(_Value value, memory_order_constant<_Order>,
                                      thread_scope_constant<_Scope>, _Idx... idx) const noexcept {
    access::template reduce<__detail::or_mode, false, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
        this->__span, __detail::to<tile_type>(value), idx...);
  }
  /// Bitwise exclusive or with the tile at an index. Elements: 32/64-bit integers. Since CUDA 13.4.
  /// Help: name order and scope, `v.atomic_xor(x, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)`.
  template <memory_order _Order, thread_scope _Scope, tile_like _Value, class... _Idx>
    requires __detail::view_reduction_of<_View, _Value, _Order, _Scope, _Idx...> && __detail::atomic_integral_target<typename _Span::data_handle_type>
  [[tilec::since(13, 4)]] __tile__ void atomic_xor(_Value value, memory_order_constant<_Order>,
                                      thread_scope_constant<_Scope>, _Idx... idx) const noexcept {
    access::template reduce<__detail::xor_mode, false, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
        this->__span, __detail::to<tile_type>(value), idx...);
  }
  /// The larger of the tile at an index. Elements: 32/64-bit integers. Since CUDA 13.4.
  /// Help: name order and scope, `v.atomic_max(x, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)`.
  template <memory_order _Order, thread_scope _Scope, tile_like _Value, class... _Idx>
    requires __detail::view_reduction_of<_View, _Value, _Order, _Scope, _Idx...> && __detail::atomic_integral_target<typename _Span::data_handle_type>
  [[tilec::since(13, 4)]] __tile__ void atomic_max(_Value value, memory_order_constant<_Order>,
                                      thread_scope_constant<_Scope>, _Idx... idx) const noexcept {
    access::template reduce<__detail::max_mode<pointer>, false, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
        this->__span, __detail::to<tile_type>(value), idx...);
  }
  /// The smaller of the tile at an index. Elements: 32/64-bit integers. Since CUDA 13.4.
  /// Help: name order and scope, `v.atomic_min(x, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)`.
  template <memory_order _Order, thread_scope _Scope, tile_like _Value, class... _Idx>
    requires __detail::view_reduction_of<_View, _Value, _Order, _Scope, _Idx...> && __detail::atomic_integral_target<typename _Span::data_handle_type>
  [[tilec::since(13, 4)]] __tile__ void atomic_min(_Value value, memory_order_constant<_Order>,
                                      thread_scope_constant<_Scope>, _Idx... idx) const noexcept {
    access::template reduce<__detail::min_mode<pointer>, false, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
        this->__span, __detail::to<tile_type>(value), idx...);
  }
  /// Sum with the tile at an index. Elements: 32/64-bit integers, float, double, __half, __nv_bfloat16 (sm_90 and
  /// later). Since CUDA 13.4.
  /// Help: name order and scope, `v.atomic_add(x, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)`.
  template <memory_order _Order, thread_scope _Scope, tile_like _Value, class... _Idx>
    requires __detail::view_reduction_of<_View, _Value, _Order, _Scope, _Idx...> && __detail::atomic_additive_target<typename _Span::data_handle_type>
  [[tilec::since(13, 4)]] __tile__ void atomic_add(_Value value, memory_order_constant<_Order>,
                                      thread_scope_constant<_Scope>, _Idx... idx) const noexcept {
    access::template reduce<__detail::add_mode<pointer>, false, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
        this->__span, __detail::to<tile_type>(value), idx...);
  }
  /// Memory minus value: adds the negated value to the tile at an index. Elements: 32/64-bit integers, float, double,
  /// __half, __nv_bfloat16 (sm_90 and later). Since CUDA 13.4.
  /// Help: name order and scope, `v.atomic_sub(x, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)`.
  template <memory_order _Order, thread_scope _Scope, tile_like _Value, class... _Idx>
    requires __detail::view_reduction_of<_View, _Value, _Order, _Scope, _Idx...> && __detail::atomic_additive_target<typename _Span::data_handle_type>
  [[tilec::since(13, 4)]] __tile__ void atomic_sub(_Value value, memory_order_constant<_Order>,
                                      thread_scope_constant<_Scope>, _Idx... idx) const noexcept {
    access::template reduce<__detail::add_mode<pointer>, false, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
        this->__span, __detail::negated<tile_type, true>(value), idx...);
  }
  /// atomic_and of the elements that are inside the tensor. Since CUDA 13.5.
  /// Help: name order and scope, `v.atomic_and_masked(x, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)`.
  template <memory_order _Order, thread_scope _Scope, tile_like _Value, class... _Idx>
    requires __detail::view_reduction_of<_View, _Value, _Order, _Scope, _Idx...> && __detail::atomic_integral_target<typename _Span::data_handle_type>
  [[tilec::since(13, 5)]] __tile__ void atomic_and_masked(_Value value, memory_order_constant<_Order>,
                                      thread_scope_constant<_Scope>, _Idx... idx) const noexcept {
    access::template reduce<__detail::and_mode, true, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
        this->__span, __detail::to<tile_type>(value), idx...);
  }
  /// atomic_or of the elements that are inside the tensor. Since CUDA 13.5.
  /// Help: name order and scope, `v.atomic_or_masked(x, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)`.
  template <memory_order _Order, thread_scope _Scope, tile_like _Value, class... _Idx>
    requires __detail::view_reduction_of<_View, _Value, _Order, _Scope, _Idx...> && __detail::atomic_integral_target<typename _Span::data_handle_type>
  [[tilec::since(13, 5)]] __tile__ void atomic_or_masked(_Value value, memory_order_constant<_Order>,
                                      thread_scope_constant<_Scope>, _Idx... idx) const noexcept {
    access::template reduce<__detail::or_mode, true, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
        this->__span, __detail::to<tile_type>(value), idx...);
  }
  /// atomic_xor of the elements that are inside the tensor. Since CUDA 13.5.
  /// Help: name order and scope, `v.atomic_xor_masked(x, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)`.
  template <memory_order _Order, thread_scope _Scope, tile_like _Value, class... _Idx>
    requires __detail::view_reduction_of<_View, _Value, _Order, _Scope, _Idx...> && __detail::atomic_integral_target<typename _Span::data_handle_type>
  [[tilec::since(13, 5)]] __tile__ void atomic_xor_masked(_Value value, memory_order_constant<_Order>,
                                      thread_scope_constant<_Scope>, _Idx... idx) const noexcept {
    access::template reduce<__detail::xor_mode, true, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
        this->__span, __detail::to<tile_type>(value), idx...);
  }
  /// atomic_max of the elements that are inside the tensor. Since CUDA 13.5.
  /// Help: name order and scope, `v.atomic_max_masked(x, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)`.
  template <memory_order _Order, thread_scope _Scope, tile_like _Value, class... _Idx>
    requires __detail::view_reduction_of<_View, _Value, _Order, _Scope, _Idx...> && __detail::atomic_integral_target<typename _Span::data_handle_type>
  [[tilec::since(13, 5)]] __tile__ void atomic_max_masked(_Value value, memory_order_constant<_Order>,
                                      thread_scope_constant<_Scope>, _Idx... idx) const noexcept {
    access::template reduce<__detail::max_mode<pointer>, true, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
        this->__span, __detail::to<tile_type>(value), idx...);
  }
  /// atomic_min of the elements that are inside the tensor. Since CUDA 13.5.
  /// Help: name order and scope, `v.atomic_min_masked(x, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)`.
  template <memory_order _Order, thread_scope _Scope, tile_like _Value, class... _Idx>
    requires __detail::view_reduction_of<_View, _Value, _Order, _Scope, _Idx...> && __detail::atomic_integral_target<typename _Span::data_handle_type>
  [[tilec::since(13, 5)]] __tile__ void atomic_min_masked(_Value value, memory_order_constant<_Order>,
                                      thread_scope_constant<_Scope>, _Idx... idx) const noexcept {
    access::template reduce<__detail::min_mode<pointer>, true, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
        this->__span, __detail::to<tile_type>(value), idx...);
  }
  /// atomic_add of the elements that are inside the tensor. Since CUDA 13.5.
  /// Help: name order and scope, `v.atomic_add_masked(x, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)`.
  template <memory_order _Order, thread_scope _Scope, tile_like _Value, class... _Idx>
    requires __detail::view_reduction_of<_View, _Value, _Order, _Scope, _Idx...> && __detail::atomic_additive_target<typename _Span::data_handle_type>
  [[tilec::since(13, 5)]] __tile__ void atomic_add_masked(_Value value, memory_order_constant<_Order>,
                                      thread_scope_constant<_Scope>, _Idx... idx) const noexcept {
    access::template reduce<__detail::add_mode<pointer>, true, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
        this->__span, __detail::to<tile_type>(value), idx...);
  }
  /// atomic_sub of the elements that are inside the tensor. Since CUDA 13.5.
  /// Help: name order and scope, `v.atomic_sub_masked(x, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)`.
  template <memory_order _Order, thread_scope _Scope, tile_like _Value, class... _Idx>
    requires __detail::view_reduction_of<_View, _Value, _Order, _Scope, _Idx...> && __detail::atomic_additive_target<typename _Span::data_handle_type>
  [[tilec::since(13, 5)]] __tile__ void atomic_sub_masked(_Value value, memory_order_constant<_Order>,
                                      thread_scope_constant<_Scope>, _Idx... idx) const noexcept {
    access::template reduce<__detail::add_mode<pointer>, true, __detail::order_number<_Order>, __detail::scope_number<_Scope>>(
        this->__span, __detail::negated<tile_type, false>(value), idx...);
  }

protected:
  using __view_interface<_View, _Span, _Shape>::__view_interface;

private:
  using tile_type = tile<typename _Span::value_type, __detail::remove_cv<_Shape>>;
  using access = __detail::view_access<typename __detail::view_kind<_View>::type, _Span, tile_type>;
  using pointer = typename _Span::data_handle_type;
};

} // namespace cuda::tiles::inline __1

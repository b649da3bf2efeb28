// Section 2.1.5: which conversions between tile-like types exist, and their results.
#pragma once

#include <cuda_tile/general.h>

namespace cuda::tiles::inline __1 {

// ---- 2.1.5.1 - 2.1.5.5 element conversions ------------------------------------------------------------------------

/// A scalar conversion from T to U exists (1.7.2): numeric to numeric, anything to bool, pointers as in C++ (2.1.5.1).
template <class _T, class _U>
concept scalar_convertible_to =
    scalar<_T> && scalar<_U> && __detail::scalar_conversion_exists<__detail::remove_cv<_T>, __detail::remove_cv<_U>>();

/// A scalar conversion exists that does not narrow: the target represents every value of the source type (2.1.5.2).
template <class _T, class _U>
concept non_narrowing_scalar_convertible_to =
    scalar_convertible_to<_T, _U> &&
    !__detail::scalar_conversion_narrows<__detail::remove_cv<_T>, __detail::remove_cv<_U>>();

namespace __detail {
/// Is the first type a pointer to the second?
template <class _T, class _U> inline constexpr bool is_address_of = false;
template <class _U> inline constexpr bool is_address_of<_U *, _U> = true;
template <class _U> inline constexpr bool is_address_of<_U const *, _U> = true;
} // namespace __detail

/// A tile conversion exists: the shapes are equal and the elements are scalar convertible (2.1.5.3).
template <class _T, class _U>
concept tile_convertible_to
    [[tilec::because(__detail::is_address_of<_T, _U>, "`{_T}` is an address, but the value is expected, `{_U}`")]]
    [[tilec::because(!__detail::traits<_T>::is_tile && __detail::traits<_U>::is_tile,
                     "`{_T}` is a scalar, but a tile is wanted, `{_U}`")]]
    [[tilec::because(!__detail::equal_shapes<tile_shape_t<_T>, tile_shape_t<_U>>(),
                     "the shapes of `{_T}` and `{_U}` differ")]]
    [[tilec::because(true, "the elements of `{_T}` do not convert to those of `{_U}`")]]
    [[tilec::help(!__detail::traits<_T>::is_tile && __detail::traits<_U>::is_tile, "`full<{_U}>(x)` makes a tile of a scalar")]]
    [[tilec::help(tile_rank_v<_T> == 2 && tile_rank_v<_U> == 2 &&
                      tile_shape_t<_T>::static_extent(0) == tile_shape_t<_U>::static_extent(1) &&
                      tile_shape_t<_T>::static_extent(1) == tile_shape_t<_U>::static_extent(0),
                  "`transpose(x)` exchanges the axes of `{_T}`")]]
    [[tilec::help(__detail::traits<_T>::is_tile && tile_rank_v<_T> == 3 && tile_rank_v<_U> == 3 &&
                      tile_shape_t<_T>::static_extent(0) == tile_shape_t<_U>::static_extent(1) &&
                      tile_shape_t<_T>::static_extent(1) == tile_shape_t<_U>::static_extent(0) &&
                      tile_shape_t<_T>::static_extent(2) == tile_shape_t<_U>::static_extent(2) &&
                      tile_shape_t<_T>::static_extent(0) != 1 && tile_shape_t<_T>::static_extent(1) != 1,
                  "`permute(x, dimension_map<1, 0, 2>{{}})` exchanges axes 0 and 1 of `{_T}`")]]
    [[tilec::help(__detail::traits<_T>::is_tile && tile_rank_v<_T> == 3 && tile_rank_v<_U> == 3 &&
                      tile_shape_t<_T>::static_extent(1) == tile_shape_t<_U>::static_extent(2) &&
                      tile_shape_t<_T>::static_extent(2) == tile_shape_t<_U>::static_extent(1) &&
                      tile_shape_t<_T>::static_extent(0) == tile_shape_t<_U>::static_extent(0) &&
                      tile_shape_t<_T>::static_extent(1) != 1 && tile_shape_t<_T>::static_extent(2) != 1,
                  "`permute(x, dimension_map<0, 2, 1>{{}})` exchanges axes 1 and 2 of `{_T}`")]]
    [[tilec::help(__detail::traits<_T>::is_tile && __detail::traits<_U>::is_tile && tile_size_v<_T> == tile_size_v<_U> &&
                      !__detail::equal_shapes<tile_shape_t<_T>, tile_shape_t<_U>>(),
                  "`reshape(x, {shape of _U}{{}})` has the shape of `{_U}`")]]
    [[tilec::help(tile_rank_v<_T> == 2 && tile_rank_v<_U> == 2 && tile_shape_t<_U>::static_extent(0) == 1 &&
                      tile_shape_t<_T>::static_extent(1) == tile_shape_t<_U>::static_extent(1),
                  "`sum<0>(x)`, or another reduction along axis 0, has the shape of `{_U}`")]]
    [[tilec::help(tile_rank_v<_T> == 2 && tile_rank_v<_U> == 2 && tile_shape_t<_U>::static_extent(1) == 1 &&
                      tile_shape_t<_T>::static_extent(0) == tile_shape_t<_U>::static_extent(0),
                  "`sum<1>(x)`, or another reduction along axis 1, has the shape of `{_U}`")]]
    [[tilec::help(__detail::traits<_T>::is_tile && !__detail::traits<_U>::is_tile && tile_size_v<_T> == 1, "`reshape(x, shape<>{{}})` of a tile of one element is its element")]] =
    tile_like<_T> && tile_like<_U> && __detail::equal_shapes<tile_shape_t<_T>, tile_shape_t<_U>>() &&
    __detail::scalar_conversion_exists<tile_element_t<_T>, tile_element_t<_U>>();

/// A tile conversion exists whose element conversion does not narrow (2.1.5.4).
template <class _T, class _U>
concept non_narrowing_tile_convertible_to
    [[tilec::because(true, "the conversion of the elements of `{_T}` to those of `{_U}` narrows")]]
    [[tilec::help(__detail::is_address_of<_T, _U>, "pass the value, not its address")]]
    [[tilec::help(pointer_tile<_T> && !pointer_tile<_U>, "these are pointers: `load` reads the elements that they point to")]]
    [[tilec::help(tile_convertible_to<_T, _U>, "`element_cast<{element of _U}>(x)` converts the elements, narrowing too")]] =
    tile_convertible_to<_T, _U> && !__detail::scalar_conversion_narrows<tile_element_t<_T>, tile_element_t<_U>>();

/// Convertible to bool element by element: every tile-like type (2.1.5.5).
template <class _T>
concept bool_tile_convertible = tile_like<_T> && tile_convertible_to<_T, tile_with_element_t<_T, bool>>;

// ---- 2.1.5.6 - 2.1.5.11 broadcasting ------------------------------------------------------------------------------

/// T broadcasts to U: not of greater rank, and aligned on the right every dimension of T is 1 or that of U (2.1.5.6).
template <class _T, class _U>
concept shape_broadcastable_to
    [[tilec::help(_T::rank() == 1 && _U::rank() == 2 && _T::static_extent(0) == _U::static_extent(0),
                  "shapes are aligned at the right: `reshape(x, shape<{}, 1>{{}})` makes a column, which broadcasts",
                  _T::static_extent(0))]]
    [[tilec::help(_T::rank() > _U::rank() && _U::rank() == 1 && shape_size_v<_T> == shape_size_v<_U>,
                  "`reshape(x, shape<{}>{{}})` drops dimensions", _U::static_extent(0))]]
    [[tilec::help(_T::rank() > _U::rank() && _U::rank() == 2 && shape_size_v<_T> == shape_size_v<_U>,
                  "`reshape(x, shape<{}, {}>{{}})` drops dimensions", _U::static_extent(0), _U::static_extent(1))]]
    [[tilec::because(_T::rank() > _U::rank(), "broadcasting does not drop a dimension: the rank of `{_T}` is {} and that of `{_U}` {}",
                     _T::rank(), _U::rank())]]
    [[tilec::because(true, "dimension {} of `{_T}` is {} and dimension {} of `{_U}` is {}",
                     _T::rank() - __detail::unaligned_place<_T, _U>(false),
                     _T::static_extent(_T::rank() - __detail::unaligned_place<_T, _U>(false)),
                     _U::rank() - __detail::unaligned_place<_T, _U>(false),
                     _U::static_extent(_U::rank() - __detail::unaligned_place<_T, _U>(false)))]] = shape_like<_T> && shape_like<_U> && __detail::aligned_dims_match<_T, _U>(false);

/// The tile-like type T broadcasts to the shape U (2.1.5.7).
template <class _T, class _U>
concept broadcastable_to = tile_like<_T> && tile_shape<_U> && shape_broadcastable_to<tile_shape_t<_T>, _U>;

/// T and U broadcast to a common shape: aligned on the right, dimensions are equal or one of them is 1 (2.1.5.8).
template <class _T, class _U>
concept shape_broadcast_compatible
    [[tilec::help(_T::rank() == 1 && _U::rank() == 1,
                  "both take one length; for all pairs of their elements, `reshape(x, shape<{}, 1>{{}})` makes the left one a column",
                  _T::static_extent(0))]]
    [[tilec::help(_T::rank() == 2 && _U::rank() == 2 && _T::static_extent(0) == _U::static_extent(1) &&
                      _T::static_extent(1) == _U::static_extent(0),
                  "`transpose(x)` exchanges the axes of one of them")]]
    [[tilec::help(_T::rank() == 2 && _U::rank() == 1 && _T::static_extent(0) == _U::static_extent(0),
                  "`reshape(x, shape<{}, 1>{{}})` makes the right operand a column, which broadcasts", _U::static_extent(0))]]
    [[tilec::help(_T::rank() == 1 && _U::rank() == 2 && _T::static_extent(0) == _U::static_extent(0),
                  "`reshape(x, shape<{}, 1>{{}})` makes the left operand a column, which broadcasts", _T::static_extent(0))]]
    [[tilec::because(true, "dimension {} of `{_T}` is {} and dimension {} of `{_U}` is {}; neither is 1",
                     _T::rank() - __detail::unaligned_place<_T, _U>(true),
                     _T::static_extent(_T::rank() - __detail::unaligned_place<_T, _U>(true)),
                     _U::rank() - __detail::unaligned_place<_T, _U>(true),
                     _U::static_extent(_U::rank() - __detail::unaligned_place<_T, _U>(true)))]] = shape_like<_T> && shape_like<_U> && __detail::aligned_dims_match<_T, _U>(true);

namespace __detail {

/// Dimension i of the mutual broadcast shape of two compatible shapes; n is its rank.
template <class _T, class _U> __tile__ __host__ __device__ constexpr size broadcast_dim(size i, size n) {
  size const skip_t = n - _T::rank(), skip_u = n - _U::rank();
  size const a = i < skip_t ? 1 : _T::static_extent(i - skip_t);
  size const b = i < skip_u ? 1 : _U::static_extent(i - skip_u);
  return a == 1 ? b : a;
}

template <class _T, class _U, class _Indices> struct broadcast_shape_at;
template <class _T, class _U, size... _I> struct broadcast_shape_at<_T, _U, index_list<_I...>> {
  using type = extents<unsigned, broadcast_dim<_T, _U>(_I, sizeof...(_I))...>;
};

/// The mutual broadcast shape; equal shapes and rank 0, the usual cases, need no computation.
template <class _T, class _U>
struct broadcast_shape
    : broadcast_shape_at<_T, _U, indices<(size(_T::rank()) > size(_U::rank()) ? size(_T::rank()) : size(_U::rank()))>> {
};
template <size... _D> struct broadcast_shape<extents<unsigned, _D...>, extents<unsigned, _D...>> {
  using type = extents<unsigned, _D...>;
};
template <size... _D> struct broadcast_shape<extents<unsigned, _D...>, extents<unsigned>> {
  using type = extents<unsigned, _D...>;
};
template <size... _D> struct broadcast_shape<extents<unsigned>, extents<unsigned, _D...>> {
  using type = extents<unsigned, _D...>;
};
template <> struct broadcast_shape<extents<unsigned>, extents<unsigned>> {
  using type = extents<unsigned>;
};

} // namespace __detail

/// The common shape of two broadcast compatible shapes (2.1.5.9).
template <shape_like _T, shape_like _U>
  requires shape_broadcast_compatible<_T, _U>
using shape_broadcast_t = typename __detail::broadcast_shape<__detail::remove_cv<_T>, __detail::remove_cv<_U>>::type;

/// T and U broadcast to a common shape that a tile may have (2.1.5.10).
template <class _T, class _U>
concept broadcast_compatible =
    tile_like<_T> && tile_like<_U> && shape_broadcast_compatible<tile_shape_t<_T>, tile_shape_t<_U>> &&
    tile_shape<shape_broadcast_t<tile_shape_t<_T>, tile_shape_t<_U>>>;

/// Element type E in the common shape of T and U; a scalar only if both are scalars (2.1.5.11).
template <tile_like _T, tile_like _U, scalar _E>
  requires broadcast_compatible<_T, _U>
using mutual_broadcast_t =
    typename __detail::with_element<__detail::traits<_T>::is_tile || __detail::traits<_U>::is_tile>::template type<
        shape_broadcast_t<tile_shape_t<_T>, tile_shape_t<_U>>, __detail::remove_cv<_E>>;

// ---- 2.1.5.12 - 2.1.5.16 arithmetic conversions -------------------------------------------------------------------

namespace __detail {

/// Which operand gives the element type of an arithmetic tile conversion: 1, 2, or 0 for none. A tile goes before a
/// scalar.
template <class _T, class _U>
inline constexpr int arithmetic_element_index =
    traits<_T>::is_tile == traits<_U>::is_tile ? common_type_index<element<_T>, element<_U>>()
    : traits<_T>::is_tile                      ? 1
                                               : 2;

template <class _T, class _U>
inline constexpr int comparison_element_index = common_type_index<element<_T>, element<_U>>();

/// Operands may convert to the element type number _Index of the two: no narrowing but from integral to floating point.
template <int _Index, class _T, class _U> __tile__ __host__ __device__ constexpr bool arithmetic_conversion_allowed() {
  if constexpr (_Index == 0) {
    return false;
  } else if constexpr (__is_same(element<_T>, element<_U>)) {
    return true;
  } else {
    using from = conditional<_Index == 1, element<_U>, element<_T>>;
    using to = conditional<_Index == 1, element<_T>, element<_U>>;
    return (info_of<from>.is_integral() && info_of<to>.is_float()) || !scalar_conversion_narrows<from, to>();
  }
}

/// The elements have a common type, to which only integral to floating point may narrow; beside a tile a scalar takes
/// the tile's.
/// Help: `element_cast<float>(x)` makes `float` of the elements; do so with both operands.
template <class _T, class _U>
concept common_element_type
    [[tilec::because(traits<_T>::is_tile && !traits<_U>::is_tile,
                     "the conversion of `{_U}` to the element type of `{_T}` would lose values")]]
    [[tilec::because(traits<_U>::is_tile && !traits<_T>::is_tile,
                     "the conversion of `{_T}` to the element type of `{_U}` would lose values")]]
    [[tilec::because(!traits<_T>::is_tile && !traits<_U>::is_tile,
                     "neither of `{_T}` and `{_U}` has all values of the other")]]
    [[tilec::because(true, "the elements of `{_T}` and `{_U}` have no common type")]]
    [[tilec::help(traits<_T>::is_tile && __is_same(element<_T>, bool) && !traits<_U>::is_tile && integral<_U>,
                  "`element_cast<{element of _U}>(x)` makes numbers of the elements, which are `bool`")]]
    [[tilec::help(traits<_U>::is_tile && __is_same(element<_U>, bool) && !traits<_T>::is_tile && integral<_T>,
                  "`element_cast<{element of _T}>(x)` makes numbers of the elements, which are `bool`")]]
    [[tilec::help(integral<_T> && integral<_U> && info_of<_T>.bits <= 32 && info_of<_U>.bits <= 32,
                  "`static_cast<int>(x)` gives both one type")]]
    [[tilec::help(integral<_T> && integral<_U>, "`static_cast<long long>(x)` gives both one type")]] = arithmetic_conversion_allowed<arithmetic_element_index<_T, _U>, _T, _U>();
/// The elements have a common type, to which only integral to floating point may narrow.
template <class _T, class _U>
concept common_comparison_type
    [[tilec::because(true, "the elements of `{_T}` and `{_U}` have no common type")]] = arithmetic_conversion_allowed<comparison_element_index<_T, _U>, _T, _U>();

} // namespace __detail

namespace __detail {
/// Are the types matrices of M x K and K x N, which do not broadcast?
template <class _T, class _U> constexpr bool are_matrix_operands() {
  if constexpr (!tile_like<_T> || !tile_like<_U>)
    return false;
  else if constexpr (tile_rank_v<_T> == 2 && tile_rank_v<_U> == 2)
    return tile_shape_t<_T>::static_extent(1) == tile_shape_t<_U>::static_extent(0) &&
           !shape_broadcast_compatible<tile_shape_t<_T>, tile_shape_t<_U>>;
  else
    return false;
}
} // namespace __detail

/// The operands of an arithmetic operation convert to a common type (1.7.4, 2.1.5.12).
template <class _T, class _U>
concept arithmetic_tile_convertible =
    arithmetic_tile<_T> && arithmetic_tile<_U> && broadcast_compatible<_T, _U> &&
    __detail::common_element_type<_T, _U>;

/// The type of an arithmetic operation on T and U (2.1.5.13).
template <arithmetic_tile _T, arithmetic_tile _U>
  requires arithmetic_tile_convertible<_T, _U>
using arithmetic_tile_conversion_t = mutual_broadcast_t<
    _T, _U,
    __detail::conditional<__detail::arithmetic_element_index<_T, _U> == 1, tile_element_t<_T>, tile_element_t<_U>>>;

/// The operands of a comparison convert to a common type (1.7.4, 2.1.5.14).
template <class _T, class _U>
concept arithmetic_tile_comparable =
    arithmetic_tile<_T> && arithmetic_tile<_U> && broadcast_compatible<_T, _U> &&
    __detail::common_comparison_type<_T, _U>;

/// The type in which T and U are compared (2.1.5.15).
template <arithmetic_tile _T, arithmetic_tile _U>
  requires arithmetic_tile_comparable<_T, _U>
using arithmetic_tile_comparison_t = mutual_broadcast_t<
    _T, _U,
    __detail::conditional<__detail::comparison_element_index<_T, _U> == 1, tile_element_t<_T>, tile_element_t<_U>>>;

namespace __detail {
template <class _E, bool _IsIntegral> struct promoted {
  using type = _E;
};
template <class _E> struct promoted<_E, true> {
  using type = decltype(+_E());
};
} // namespace __detail

/// The type after the integral promotions element by element: the type of unary + (2.1.5.16).
template <arithmetic_tile _T>
using arithmetic_tile_promotion_t = tile_with_element_t<
    _T, typename __detail::promoted<tile_element_t<_T>, __detail::traits<_T>::info.is_integral()>::type>;

} // namespace cuda::tiles::inline __1

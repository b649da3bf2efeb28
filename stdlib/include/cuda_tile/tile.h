// Section 2.9: tile, and how the library gets from tile-like objects to the values that the intrinsics take.
#pragma once

#include <cuda_tile/conversions.h>
#include <cuda_tile/extents.h>

namespace cuda::tiles::inline __1 {

namespace __detail {

/// Between tile-like objects and the values of the intrinsics; the way into a tile for the rest of the library.
struct rep {
  /// The value of a tile-like object.
  template <class _T> __tile__ static raw_of<_T> raw(_T const &x) noexcept {
    if constexpr (traits<_T>::is_tile)
      return x.__data;
    else
      return x;
  }
  /// The tile-like object of type _R with a value.
  template <class _R> __tile__ static _R wrap(raw_of<_R> value) noexcept {
    if constexpr (traits<_R>::is_tile) {
      _R result;
      result.__data = value;
      return result;
    } else {
      return value;
    }
  }
};

/// Scalar conversion of every element: _FromT has the shape of _ToT. The conversion exists.
template <class _ToT, class _FromT> __tile__ raw_of<_ToT> convert_elements(raw_of<_FromT> value) noexcept {
  using from = element<_FromT>;
  using to = element<_ToT>;
  if constexpr (__is_same(from, to)) {
    return value;
  } else if constexpr (info_of<from>.is_pointer() && info_of<to>.is_pointer()) {
    return __op::ptr_to_ptr<raw_of<_ToT>>(value);
  } else if constexpr (info_of<from>.is_pointer()) {
    using address = tile_with_element_t<_FromT, unsigned long>;
    auto const bits = __op::ptr_to_int<raw_of<address>>(value);
    return __op::cast<raw_of<_ToT>, false, false>(bits);
  } else {
    return __op::cast<raw_of<_ToT>, info_of<from>.is_signed(), info_of<to>.is_signed()>(value);
  }
}

template <class _E, class _S, size _Rank, class _Indices> struct left_padded_raw;
template <class _E, class _S, size _Rank, size... _I> struct left_padded_raw<_E, _S, _Rank, index_list<_I...>> {
  using type = __tile_t<_E, (_I < _Rank - _S::rank()
                                 ? 1
                                 : _S::static_extent(_I < _Rank - _S::rank() ? 0 : _I - (_Rank - _S::rank())))...>;
};

/// Broadcast to the shape of the tile type _R: reshape to its rank by leading dimensions of length 1, then broadcast.
template <class _R, class _T> __tile__ raw_of<_R> broadcast_raw(raw_of<_T> value) noexcept {
  using from = typename traits<_T>::shape;
  if constexpr (__is_same(from, typename traits<_R>::shape) && __is_same(raw_of<_T>, raw_of<_R>))
    return value;
  else if constexpr (traits<_T>::rank == 0)
    return __op::splat<raw_of<_R>>(value);
  else if constexpr (traits<_T>::rank == traits<_R>::rank)
    return __op::broadcast<raw_of<_R>>(value);
  else {
    using padded = typename left_padded_raw<element<_T>, from, traits<_R>::rank, indices<traits<_R>::rank>>::type;
    auto const reshaped = __op::reshape<padded>(value);
    if constexpr (__is_same(padded, raw_of<_R>))
      return reshaped;
    else
      return __op::broadcast<raw_of<_R>>(reshaped);
  }
}

/// x as a value of the tile-like type _R: elements converted, then broadcast to its shape. Both steps are known to
/// exist.
template <class _R, class _T> __tile__ raw_of<_R> to(_T const &x) noexcept {
  if constexpr (__is_same(_R, _T)) {
    return __detail::rep::raw(x);
  } else if constexpr (__is_same(element<_R>, element<_T>)) {
    return __detail::broadcast_raw<_R, _T>(__detail::rep::raw(x));
  } else {
    using converted = tile_with_element_t<_T, element<_R>>;
    if constexpr (__is_same(_R, converted))
      return __detail::convert_elements<_R, _T>(__detail::rep::raw(x));
    else
      return __detail::broadcast_raw<_R, converted>(__detail::convert_elements<converted, _T>(__detail::rep::raw(x)));
  }
}

/// x as a condition for every lane of _T.
template <class _T, class _C> __tile__ raw_of<tile_with_element_t<_T, bool>> mask_for(_C const &x) noexcept {
  return __detail::to<tile_with_element_t<_T, bool>>(x);
}

/// The scalar _E with a small integer value.
template <class _E> __tile__ _E constant(int value) noexcept {
  if constexpr (info_of<_E>.is_float())
    return __op::cast<_E, false, false>(static_cast<double>(value));
  else
    return static_cast<_E>(value);
}

/// The type of the data member of tile; a hard limit, invisible to concepts: 16 MiB.
template <class _T> struct storage_of {
  static_assert(sizeof(element<_T>) * traits<_T>::element_count <= 1u << 24,
                "a tile may not be larger than 16777216 bytes");
  using type = raw_of<_T>;
};

/// How many scalars an array has; 1 for a scalar.
template <class _A> inline constexpr size scalar_count = 1;
template <class _A, size _N> inline constexpr size scalar_count<_A[_N]> = _N * scalar_count<_A>;
/// The scalar of an array at a place in row-major order.
template <size _K, class _E> __tile__ constexpr _E scalar_at(_E const &value) noexcept { return value; }
template <size _K, class _A, size _N> __tile__ constexpr auto scalar_at(_A const (&values)[_N]) noexcept {
  return __detail::scalar_at<_K % scalar_count<_A>>(values[_K / scalar_count<_A>]);
}
/// An integral type, float or double.
template <class _E>
inline constexpr bool is_of_language = info_of<_E>.is_integral() || __is_same(_E, float) || __is_same(_E, double);
/// A scalar converted to another type; a constant for the types that C++ itself converts.
template <class _To, class _From> __tile__ constexpr _To constant_element(_From value) noexcept {
  if constexpr (__is_same(_To, _From))
    return value;
  else if constexpr (is_of_language<_To> && is_of_language<_From>)
    return static_cast<_To>(value);
  else
    return __detail::convert_elements<_To, _From>(value);
}
/// The elements of an array converted to those of the tile _T.
template <class _T, class _E, class _A, size... _K>
__tile__ constexpr raw_of<_T> from_array(_A const &values, index_list<_K...>) noexcept {
  return __op::elements<raw_of<_T>>(
      __detail::constant_element<element<_T>, _E>(__detail::scalar_at<_K>(values))...);
}

/// An array of _E with these lengths has the shape of the tile _T, and its elements convert to those of _T.
template <class _T, class _E, size... _N>
concept array_of_elements
    [[tilec::because(!__is_same(typename traits<_T>::shape, extents<unsigned, _N...>),
                     "the lengths of the array are not the shape of `{_T}`")]]
    [[tilec::because(true, "the elements of the array do not convert to those of `{_T}`")]] =
    __is_same(typename traits<_T>::shape, extents<unsigned, _N...>) && !traits<_T>::info.is_pointer() &&
    scalar_convertible_to<_E, element<_T>>;

} // namespace __detail

/// An immutable array of scalars E with a shape known at compile time (2.9.1). A value: copies are independent.
/// Trivially copyable; sizeof is sizeof(E) times the number of elements. No operator[]: elements are reached by the
/// functions of sections 2.2 to 2.7.
/// Help: a tile is not in memory: `extract` takes parts of it, `select(index == 0, y, x)` is `x` with one element changed,
/// where `index` comes from `iota`; `load(p + index)` and `store(p + index, x)` reach memory.
template <scalar _E, tile_shape _S> struct [[tilec::tile]] tile final {
  static_assert(!__detail::is_cv<_E>, "the element type of a tile may not be const or volatile");
  static_assert(!__detail::is_cv<_S>, "the shape of a tile may not be const or volatile");

  /// The extents type of the shape (2.9.1).
  using shape_type = _S;
  /// The scalar type of the elements (2.9.1).
  using element_type = _E;
  /// The type of numbers of dimensions (2.9.1).
  using rank_type = typename _S::rank_type;
  /// The type of lengths and of positions of elements. Since CUDA 13.4.
  using index_type [[tilec::since(13, 4)]] = typename _S::index_type;

  /// Elements are uninitialized; any use but assignment is undefined behaviour.
  tile() = default;

  /// Tile conversion from a scalar or tile of equal shape; implicit unless it narrows. Undefined behaviour: a floating
  /// point element outside the range of an integral E.
  template <tile_like _O>
    requires(!__is_same(_O, tile)) && tile_convertible_to<_O, tile>
  __tile__ explicit(!non_narrowing_tile_convertible_to<_O, tile>) tile(_O other) noexcept
      : __data(__detail::to<tile>(other)) {}

  /// The elements of a constant array whose lengths are the shape, in row-major order; implicit unless the conversion of an
  /// element narrows. Since CUDA 13.5.
  /// Help: the list of elements is one argument, `tile<int, shape<4>>{{1, 2, 3, 4}}`.
  template <scalar _O, __detail::size _N0>
    requires __detail::array_of_elements<tile, _O, _N0>
  [[tilec::since(13, 5)]] __tile__ constexpr explicit(!non_narrowing_scalar_convertible_to<_O, _E>)
      tile(_O const (&values)[_N0]) noexcept
      : __data(__detail::from_array<tile, __detail::remove_cv<_O>>(values, __detail::indices<_N0>{})) {}

  /// The same of an array of rank 2. Since CUDA 13.5.
  template <scalar _O, __detail::size _N0, __detail::size _N1>
    requires __detail::array_of_elements<tile, _O, _N0, _N1>
  [[tilec::since(13, 5)]] __tile__ constexpr explicit(!non_narrowing_scalar_convertible_to<_O, _E>)
      tile(_O const (&values)[_N0][_N1]) noexcept
      : __data(__detail::from_array<tile, __detail::remove_cv<_O>>(values, __detail::indices<_N0 * _N1>{})) {}

  /// The same of an array of rank 3. Since CUDA 13.5.
  template <scalar _O, __detail::size _N0, __detail::size _N1, __detail::size _N2>
    requires __detail::array_of_elements<tile, _O, _N0, _N1, _N2>
  [[tilec::since(13, 5)]] __tile__ constexpr explicit(!non_narrowing_scalar_convertible_to<_O, _E>)
      tile(_O const (&values)[_N0][_N1][_N2]) noexcept
      : __data(__detail::from_array<tile, __detail::remove_cv<_O>>(values, __detail::indices<_N0 * _N1 * _N2>{})) {}

  /// The same of an array of rank 4. Since CUDA 13.5.
  template <scalar _O, __detail::size _N0, __detail::size _N1, __detail::size _N2, __detail::size _N3>
    requires __detail::array_of_elements<tile, _O, _N0, _N1, _N2, _N3>
  [[tilec::since(13, 5)]] __tile__ constexpr explicit(!non_narrowing_scalar_convertible_to<_O, _E>)
      tile(_O const (&values)[_N0][_N1][_N2][_N3]) noexcept
      : __data(__detail::from_array<tile, __detail::remove_cv<_O>>(values, __detail::indices<_N0 * _N1 * _N2 * _N3>{})) {}

  /// The same of an array of rank 5. Since CUDA 13.5.
  template <scalar _O, __detail::size _N0, __detail::size _N1, __detail::size _N2, __detail::size _N3, __detail::size _N4>
    requires __detail::array_of_elements<tile, _O, _N0, _N1, _N2, _N3, _N4>
  [[tilec::since(13, 5)]] __tile__ constexpr explicit(!non_narrowing_scalar_convertible_to<_O, _E>)
      tile(_O const (&values)[_N0][_N1][_N2][_N3][_N4]) noexcept
      : __data(__detail::from_array<tile, __detail::remove_cv<_O>>(values, __detail::indices<_N0 * _N1 * _N2 * _N3 * _N4>{})) {}

  /// The element of a tile of size 1, converted to O; implicit unless it narrows.
  /// Help: `element_cast<int>(x)` casts each element, `sum<0>(x)` or `reduce_max<0>(x)` leaves one, `extract` takes one; a
  /// condition is `any_of<0>(x)` or `all_of<0>(x)`, and `select(x, a, b)` chooses for each element.
  template <scalar _O>
    requires(tile_size_v<tile> == 1) && scalar_convertible_to<_E, _O>
  [[tilec::because(tile_size_v<tile> != 1 && __is_same(__detail::remove_cv<_O>, bool),
                   "it has {} elements; `any_of` and `all_of` make one `bool` of it", tile_size_v<tile>)]]
  [[tilec::because(tile_size_v<tile> != 1, "it has {} elements, not one", tile_size_v<tile>)]]
  [[tilec::help(__is_same(__detail::remove_cv<_O>, bool) && _S::rank() == 1, "`select(mask, a, b)` chooses for each element, `load_masked` and `store_masked` take a mask; `any_of<0>(mask)` or `all_of<0>(mask)` makes one condition")]]
  [[tilec::help(__is_same(__detail::remove_cv<_O>, bool) && _S::rank() == 2, "`any_of<0>(any_of<1>(mask))` makes one condition, `select(mask, a, b)` chooses for each element")]]
  [[tilec::help(__is_same(__detail::remove_cv<_O>, _E), "declared with `auto`, a variable keeps the tile; a reduction over each axis, as `reduce_max<0>(x)`, or `extract` leaves one element")]]
  [[tilec::help(_S::rank() == 1, "`element_cast<{_O}>(x)` casts each element; `sum<0>(x)`, `reduce_max<0>(x)` or `extract(x, shape<1>{{}}, 0)` leaves one")]]
  [[tilec::help(_S::rank() == 2, "`element_cast<{_O}>(x)` casts each element; `sum<0>(sum<1>(x))` or `extract(x, shape<1, 1>{{}}, 0, 0)` leaves one")]]
  __tile__ explicit(!non_narrowing_scalar_convertible_to<_E, _O>) operator _O() noexcept {
    using converted = tile<__detail::remove_cv<_O>, _S>;
    return __op::reshape<__detail::remove_cv<_O>>(__detail::convert_elements<converted, tile>(__data));
  }

private:
  friend struct __detail::rep;
  typename __detail::storage_of<tile>::type __data;
};

/// A scalar deduces a tile of rank 0 (2.9.2).
template <scalar _O> tile(_O) -> tile<__detail::remove_cv<_O>, shape<>>;
/// An array of rank 1 deduces its element type and its lengths. Since CUDA 13.5.
template <scalar _E, __detail::size _N0> tile(_E const (&)[_N0]) -> tile<__detail::remove_cv<_E>, shape<_N0>>;
/// An array of rank 2 deduces its element type and its lengths. Since CUDA 13.5.
template <scalar _E, __detail::size _N0, __detail::size _N1> tile(_E const (&)[_N0][_N1]) -> tile<__detail::remove_cv<_E>, shape<_N0, _N1>>;
/// An array of rank 3 deduces its element type and its lengths. Since CUDA 13.5.
template <scalar _E, __detail::size _N0, __detail::size _N1, __detail::size _N2> tile(_E const (&)[_N0][_N1][_N2]) -> tile<__detail::remove_cv<_E>, shape<_N0, _N1, _N2>>;
/// An array of rank 4 deduces its element type and its lengths. Since CUDA 13.5.
template <scalar _E, __detail::size _N0, __detail::size _N1, __detail::size _N2, __detail::size _N3> tile(_E const (&)[_N0][_N1][_N2][_N3]) -> tile<__detail::remove_cv<_E>, shape<_N0, _N1, _N2, _N3>>;
/// An array of rank 5 deduces its element type and its lengths. Since CUDA 13.5.
template <scalar _E, __detail::size _N0, __detail::size _N1, __detail::size _N2, __detail::size _N3, __detail::size _N4> tile(_E const (&)[_N0][_N1][_N2][_N3][_N4]) -> tile<__detail::remove_cv<_E>, shape<_N0, _N1, _N2, _N3, _N4>>;

} // namespace cuda::tiles::inline __1

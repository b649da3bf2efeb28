// Section 2.3: creating tiles, changing their shape, selecting and converting elements.
#pragma once

#include <cuda_tile/constant.h>
#include <cuda_tile/tile.h>

namespace cuda::tiles::inline __1 {

// ---- 2.3.1 - 2.3.4 creation ---------------------------------------------------------------------------------------

/// A tile-like of type T filled with x.
/// Help: name the type, `full<tile<float, shape<4>>>(1.0f)`.
template <tile_like _T> __tile__ _T full(tile_element_t<_T> x) noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_T>>(__op::splat<__detail::raw_of<_T>>(x));
}

namespace __detail {
/// The numbers 0 to N - 1 are values of the element type, N being the size of the tile.
template <class _T>
concept countable_tile = integral_tile<_T> && traits<_T>::element_count - 1 <= max_of<element<_T>>;
} // namespace __detail

/// The numbers 0, 1, 2, ... in row-major order; the last must be a value of the element type.
/// Help: it takes a type and no bounds, `iota<tile<int, shape<4>>>()`, which counts from 0; `1 + 2 * iota<tile<int, shape<4>>>()`
/// begins at 1 and counts in steps of 2.
template <integral_tile _T>
  requires __detail::countable_tile<_T>
[[tilec::help(floating_point_tile<_T>, "`element_cast<{element of _T}>(iota<tile<int, {shape of _T}>>())` converts the numbers")]]
__tile__ _T iota() noexcept {
  using element = tile_element_t<_T>;
  constexpr __detail::size count = tile_size_v<_T>;
  if constexpr (tile_rank_v<_T> == 1)
    return __detail::rep::wrap<__detail::remove_cv<_T>>(__op::iota<__detail::raw_of<_T>>());
  else if constexpr (count == 1)
    return __detail::rep::wrap<__detail::remove_cv<_T>>(__op::splat<__detail::raw_of<_T>>(element{}));
  else
    return __detail::rep::wrap<__detail::remove_cv<_T>>(
        __op::reshape<__detail::raw_of<_T>>(__op::iota<__tile_t<element, count>>()));
}

/// All elements 1.
/// Help: name the type, `ones<tile<int, shape<4>>>()`.
template <numeric_tile _T> __tile__ _T ones() noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_T>>(
      __op::splat<__detail::raw_of<_T>>(__detail::constant<tile_element_t<_T>>(1)));
}

namespace __detail {

/// A format with the number zero.
template <class _E>
concept has_zero
    [[tilec::because(true, "`{_E}` has powers of two only and no zero")]]
    [[tilec::help(true, "`ones` has the scale 1, which changes nothing")]] = !__is_same(_E, __nv_fp8_e8m0);

} // namespace __detail

/// All elements 0.
/// Help: name the type, `zeros<tile<int, shape<4>>>()`.
template <numeric_tile _T>
  requires __detail::has_zero<tile_element_t<_T>>
__tile__ _T zeros() noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_T>>(
      __op::splat<__detail::raw_of<_T>>(__detail::constant<tile_element_t<_T>>(0)));
}

// ---- 2.3.7 reshape, 2.3.18 broadcast ------------------------------------------------------------------------------

/// The elements of x in row-major order as a tile of another shape of equal size.
/// Help: name the shape, `reshape(x, shape<4, 2>{})`, of as many elements.
template <tile_shape _Shape, tile_like _Tile>
  requires(tile_size_v<_Tile> == shape_size_v<_Shape>)
[[tilec::because(true, "the tile has {} elements and the shape {}", tile_size_v<_Tile>, shape_size_v<_Shape>)]]
[[tilec::help(_Shape::rank() == 1, "`shape<{}>` has as many elements", tile_size_v<_Tile>)]]
[[tilec::help(_Shape::rank() == 2 && tile_size_v<_Tile> % _Shape::static_extent(1) == 0,
              "`shape<{}, {}>` has as many elements", tile_size_v<_Tile> / _Shape::static_extent(1),
              _Shape::static_extent(1))]]
__tile__ tile<tile_element_t<_Tile>, __detail::remove_cv<_Shape>> reshape(_Tile x, _Shape = {}) noexcept {
  using type = tile<tile_element_t<_Tile>, __detail::remove_cv<_Shape>>;
  return __detail::rep::wrap<type>(__op::reshape<__detail::raw_of<type>>(__detail::rep::raw(x)));
}

/// x repeated along missing dimensions and dimensions of length 1.
/// Help: name the shape, `broadcast(x, shape<4, 2>{})`.
template <tile_shape _S, tile_like _T>
  requires broadcastable_to<_T, _S>
__tile__ tile<tile_element_t<_T>, __detail::remove_cv<_S>> broadcast(_T x, _S = {}) noexcept {
  using type = tile<tile_element_t<_T>, __detail::remove_cv<_S>>;
  return __detail::rep::wrap<type>(__detail::to<type>(x));
}

// ---- 2.3.8 - 2.3.11 permutations ----------------------------------------------------------------------------------

namespace __detail {

template <class _Map> inline constexpr size map_rank = static_cast<size>(-1);
template <size... _P> inline constexpr size map_rank<dimension_map<_P...>> = sizeof...(_P);

/// Map is a dimension_map with the rank of the tile.
template <class _T, class _Map>
concept permutes
    [[tilec::because(map_rank<remove_cv<_Map>> == static_cast<size>(-1), "`{_Map}` is not a `dimension_map`")]]
    [[tilec::because(map_rank<remove_cv<_Map>> == 0, "{#2}the map names no axis: `dimension_map{{...}}` takes constants such as `0_ic`, not numbers")]]
    [[tilec::because(true, "the rank of the map is {} and that of the tile {}", map_rank<remove_cv<_Map>>,
                     traits<_T>::rank)]]
    [[tilec::help(map_rank<remove_cv<_Map>> == static_cast<size>(-1), "`permute(x, dimension_map<1, 0>{{}})` names the axes")]]
    [[tilec::help(map_rank<remove_cv<_Map>> == 0 && traits<_T>::rank == 2, "write the axes as template arguments, `dimension_map<1, 0>{{}}`")]]
    [[tilec::help(map_rank<remove_cv<_Map>> == 0 && traits<_T>::rank == 3, "write the axes as template arguments, as in `dimension_map<0, 2, 1>{{}}`")]]
    [[tilec::help(true, "a map has one entry for each of the {} axes", traits<_T>::rank)]] = tile_like<_T> && map_rank<remove_cv<_Map>> == traits<_T>::rank;

/// T with its dimensions permuted, and the attribute of the operation.
template <class _T, class _Map> struct permutation {
  using type = remove_cv<_T>;
};
template <class _E, class _S, size... _P>
  requires(sizeof...(_P) >= 2)
struct permutation<tile<_E, _S>, dimension_map<_P...>> {
  using type = tile<_E, extents<unsigned, _S::static_extent(_P)...>>;
  using dims = __op::__dims<static_cast<long long>(_P)...>;
};

/// The map that swaps the first two dimensions.
template <class _Indices> struct transposition;
template <size... _I> struct transposition<index_list<_I...>> {
  using type = dimension_map<(sizeof...(_I) < 2 ? _I : _I < 2 ? 1 - _I : _I)...>;
};
template <class _T> using transposition_of = typename transposition<indices<traits<_T>::rank>>::type;

template <class _T, class _Map> __tile__ typename permutation<_T, _Map>::type permute(_T const &x) noexcept {
  using result = permutation<_T, _Map>;
  if constexpr (traits<_T>::rank < 2)
    return x;
  else
    return __detail::rep::wrap<typename result::type>(
        __op::permute<raw_of<typename result::type>, typename result::dims>(__detail::rep::raw(x)));
}

} // namespace __detail

/// T with dimension i of length T[Map(i)]; T itself for ranks below 2.
template <tile_like _T, class _Map>
  requires __detail::permutes<_T, _Map>
using tile_permutation_t = typename __detail::permutation<__detail::remove_cv<_T>, __detail::remove_cv<_Map>>::type;

/// The tile with its dimensions permuted: dimension i of the result is dimension Map(i) of the source.
/// Help: name the dimensions, `permute(x, dimension_map<1, 0>{})`.
template <class _Map, tile_like _Tile>
  requires __detail::permutes<_Tile, _Map>
__tile__ tile_permutation_t<_Tile, _Map> permute(_Tile in, _Map = {}) noexcept {
  return __detail::permute<__detail::remove_cv<_Tile>, __detail::remove_cv<_Map>>(in);
}

/// T with its first two dimensions swapped; T itself for ranks below 2.
template <tile_like _T>
using tile_transpose_t = typename __detail::permutation<__detail::remove_cv<_T>, __detail::transposition_of<_T>>::type;

/// The tile with its first two dimensions swapped.
/// Help: other dimensions are swapped by `permute(x, dimension_map<0, 2, 1>{})`.
template <tile_like _Tile> __tile__ tile_transpose_t<_Tile> transpose(_Tile in) noexcept {
  return __detail::permute<__detail::remove_cv<_Tile>, __detail::transposition_of<_Tile>>(in);
}

// ---- 2.3.12 - 2.3.14 concatenation --------------------------------------------------------------------------------

namespace __detail {

/// All dimensions but number dim are equal.
template <class _T, class _U> __tile__ __host__ __device__ constexpr bool equal_dims_except(size dim) {
  for (size i = 0; i < _T::rank(); ++i)
    if (i != dim && _T::static_extent(i) != _U::static_extent(i))
      return false;
  return true;
}

/// Shape _S with dimension _Dim of another length.
template <class _S, size _Dim, size _Length, class _Indices> struct resized_at;
template <class _S, size _Dim, size _Length, size... _I> struct resized_at<_S, _Dim, _Length, index_list<_I...>> {
  using type = extents<unsigned, (_I == _Dim ? _Length : _S::static_extent(_I))...>;
};
template <class _S, size _Dim, size _Length>
using resized = typename resized_at<_S, _Dim, _Length, indices<_S::rank()>>::type;

template <class _T, class _U, size _Dim>
using concatenated_shape = resized<typename traits<_T>::shape, _Dim,
                                   traits<_T>::shape::static_extent(_Dim) + traits<_U>::shape::static_extent(_Dim)>;

/// T and U agree in rank, element type, and every dimension but one.
template <class _T, class _U, size _Dim>
concept same_but_for_dim
    [[tilec::because(_Dim >= traits<_T>::rank, "dimension {} is not below the rank of `{_T}`, which is {}", _Dim,
                     traits<_T>::rank)]]
    [[tilec::because(true, "`{_T}` and `{_U}` differ in more than dimension {_Dim}")]] =
    _Dim < traits<_T>::rank && traits<_T>::rank == traits<_U>::rank && __is_same(element<_T>, element<_U>) &&
    equal_dims_except<typename traits<_T>::shape, typename traits<_U>::shape>(_Dim);

} // namespace __detail

/// T and U can be concatenated along dimension D: the same rank, elements and other dimensions,
/// and the result is tile
/// compatible (the sum of the lengths a power of two).
template <class _T, class _U, __detail::size _D>
concept concatenation_compatible = tile_like<_T> && tile_like<_U> && __detail::same_but_for_dim<_T, _U, _D> &&
                                   tile_shape<__detail::concatenated_shape<_T, _U, _D>>;

/// The tile that joins T and U along dimension Dim.
template <tile_like _T, tile_like _U, __detail::size _Dim>
  requires concatenation_compatible<_T, _U, _Dim>
using concatenation_t = tile<tile_element_t<_T>, __detail::concatenated_shape<_T, _U, _Dim>>;

/// x followed by y along dimension D.
/// Help: name the dimension, `cat<0>(x, y)`.
template <integral auto _D, tile_like _T, tile_like _U>
  requires(_D >= 0) && concatenation_compatible<_T, _U, static_cast<__detail::size>(_D)>
[[tilec::help(tile_rank_v<_T> == tile_rank_v<_U> && _D >= 0 && _D < tile_rank_v<_T> &&
                  __detail::same_but_for_dim<_T, _U, static_cast<__detail::size>(_D)>,
              "the length along axis {} is the sum of both, {} and {}: two equal lengths make a power of two", _D,
              tile_shape_t<_T>::static_extent(static_cast<__detail::size>(_D)),
              tile_shape_t<_U>::static_extent(static_cast<__detail::size>(_D)))]]
__tile__ concatenation_t<_T, _U, static_cast<__detail::size>(_D)> cat(_T x, _U y, integral_constant<_D> = {}) noexcept {
  using type = concatenation_t<_T, _U, static_cast<__detail::size>(_D)>;
  return __detail::rep::wrap<type>(
      __op::cat<__detail::raw_of<type>, static_cast<int>(_D)>(__detail::rep::raw(x), __detail::rep::raw(y)));
}

// ---- 2.3.15 select, 2.3.16 - 2.3.17 extract -----------------------------------------------------------------------

namespace __detail {
/// A condition may choose between values of a type: a tile does not between scalars.
template <class _C, class _T>
concept condition_for
    [[tilec::because(true, "the condition is a tile, `{_C}`, but the values are scalars, `{_T}`")]] =
    !(traits<_C>::is_tile && !traits<_T>::is_tile);
} // namespace __detail

/// lhs where the condition is nonzero, else rhs. Both of one type; the condition is broadcast to their shape.
/// Help: `select(mask, x, y)`: the condition is the first argument, and both values are of one type;
/// `full<tile<float, shape<64>>>(1.0f)` makes a tile of a scalar.
template <tile_like _T, bool_tile_convertible _C>
  requires __detail::condition_for<_C, _T> && broadcastable_to<_C, tile_shape_t<_T>>
__tile__ _T select(_C condition, _T lhs, _T rhs) noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_T>>(
      __op::select(__detail::mask_for<_T>(condition), __detail::rep::raw(lhs), __detail::rep::raw(rhs)));
}

namespace __detail {
/// The number of a sub-tile along a dimension; constants and other classes convert by size_t.
template <class _I> __tile__ int sub_tile_number(_I i) noexcept {
  if constexpr (info_of<_I>.is_integral() && sizeof(_I) < sizeof(size)) {
    return static_cast<int>(i);
  } else {
    size const number = static_cast<size>(i);
    __op::require<17>(number <= max_of<int>, "2.3.17: an index of extract must be in the grid of sub-tiles");
    return static_cast<int>(number);
  }
}

/// Every dimension of T is a multiple of that of S.
template <class _S, class _T> __tile__ __host__ __device__ constexpr bool shape_divides() {
  for (size i = 0; i < _S::rank(); ++i)
    if (_T::static_extent(i) % _S::static_extent(i) != 0)
      return false;
  return true;
}
} // namespace __detail

/// A tile of shape T divides into sub-tiles of shape S: equal ranks, every dimension of T a multiple of that of S.
template <class _S, class _T>
concept extractable_from
    [[tilec::because(_S::rank() != tile_rank_v<_T>, "the rank of the part is {} and that of the tile {}", _S::rank(),
                     tile_rank_v<_T>)]]
    [[tilec::because(true, "`{_T}` does not divide into parts of `{_S}`")]] = tile_shape<_S> && tile_like<_T> && (_S::rank() == tile_rank_v<_T>) &&
                           __detail::shape_divides<_S, tile_shape_t<_T>>();

/// Sub-tile number idx of x, in units of sub-tiles. Undefined behaviour: an index outside the grid of sub-tiles.
/// Help: name the shape of a part and its number, `extract(x, shape<2>{}, 0)`.
template <tile_shape _S, tile_like _T, class... _Indices>
  requires extractable_from<_S, _T> && (sizeof...(_Indices) == tile_rank_v<_T>) &&
           (__is_convertible(_Indices, __detail::size) && ...)
[[tilec::because(sizeof...(_Indices) != tile_rank_v<_T>, "the rank of the tile is {} and the number of indices {}",
                 tile_rank_v<_T>, sizeof...(_Indices))]]
__tile__ tile<tile_element_t<_T>, __detail::remove_cv<_S>> extract(_T x, _S, _Indices... idx) noexcept {
  using type = tile<tile_element_t<_T>, __detail::remove_cv<_S>>;
  return __detail::rep::wrap<type>(
      __op::extract<__detail::raw_of<type>>(__detail::rep::raw(x), __detail::sub_tile_number(idx)...));
}

/// dst with sub-tile number idx replaced by src, in units of sub-tiles. Undefined behaviour: an index outside the grid of
/// sub-tiles. Since CUDA 13.5.
/// Help: the part divides the tile and has its rank, `insert(x, y, 0)`.
template <tile_like _Sub, tile_like _T, class... _Indices>
  requires extractable_from<tile_shape_t<_Sub>, _T> && (sizeof...(_Indices) == tile_rank_v<_T>) &&
           (__is_convertible(_Indices, __detail::size) && ...) &&
           non_narrowing_scalar_convertible_to<tile_element_t<_Sub>, tile_element_t<_T>>
[[nodiscard]] [[tilec::since(13, 5)]] [[tilec::because(sizeof...(_Indices) != tile_rank_v<_T>,
                                                      "the rank of the tile is {} and the number of indices {}",
                                                      tile_rank_v<_T>, sizeof...(_Indices))]]
__tile__ _T insert(_T dst, _Sub src, _Indices... idx) noexcept {
  using type = __detail::remove_cv<_T>;
  using part = tile_with_element_t<_Sub, tile_element_t<_T>>;
  if constexpr (tile_rank_v<_T> == 0)
    return __detail::rep::wrap<type>(__detail::to<type>(src));
  else
    return __detail::rep::wrap<type>(__op::insert(__detail::to<part>(src), __detail::rep::raw(dst),
                                                  __detail::sub_tile_number(idx)...));
}

// ---- 2.3.19 element_cast, 2.3.20 element_bitcast ------------------------------------------------------------------

/// Every element converted to E, narrowing or not. Undefined behaviour: floating point outside the range of an integral
/// E.
/// Help: name the element type, `element_cast<float>(x)`.
template <scalar _E, tile_like _T>
  requires tile_convertible_to<_T, tile_with_element_t<_T, _E>>
__tile__ tile_with_element_t<_T, _E> element_cast(_T x) noexcept {
  using type = tile_with_element_t<_T, _E>;
  return __detail::rep::wrap<type>(__detail::to<type>(x));
}

namespace __detail {

/// Whether a conversion between floating point types has a rounding mode.
template <class _From, class _To> __tile__ __host__ __device__ constexpr bool rounds_by(int mode) {
  constexpr int nearest = 0, zero = 1, up = 3, away = 6;
  if (__is_same(_To, __nv_fp8_e8m0) && !__is_same(_From, _To))
    return mode == zero || mode == up;
  if (!__is_same(_To, __nv_fp8_e8m0) && !info_of<_To>.is_basic_float() && sizeof(_To) == 1)
    return mode == nearest;
  if (__is_same(_From, _To) || !scalar_conversion_narrows<_From, _To>())
    return mode <= 3 || mode == away;
  if (__is_same(_From, double) && __is_same(_To, float))
    return mode <= 3;
  return mode == nearest || mode == zero || (mode == away && __is_same(_From, float) && __is_same(_To, __nv_tf32));
}
template <class _T, class _E, rounding_mode _Mode>
concept conversion_rounding
    [[tilec::because(true, "the conversion from the elements of `{_T}` to `{_E}` has no such rounding mode")]] =
    traits<_T>::info.is_float() && info_of<_E>.is_float() && rounds_by<element<_T>, remove_cv<_E>>(number<_Mode>);

} // namespace __detail

/// Every element of a floating point type converted to the floating point type E with a rounding mode: to fp8 and
/// fp4 to nearest even, to e8m0 toward zero or positive; where E has every value, any of the five of IEEE 754; from
/// double to float in each direction; from float to tf32 also to nearest, ties away; else to nearest even or toward
/// zero. Since CUDA 13.5.
/// Help: name the element type, `element_cast<__half>(x, round_toward_zero_t{})`.
template <scalar _E, tile_like _T, class... _None, rounding_mode _Mode>
  requires(sizeof...(_None) == 0) && floating_point_tile<_T> && floating_point_scalar<_E> &&
          __detail::conversion_rounding<_T, _E, _Mode>
[[tilec::since(13, 5)]] __tile__ tile_with_element_t<_T, _E> element_cast(_T x, rounding_mode_constant<_Mode>) noexcept {
  using type = tile_with_element_t<_T, _E>;
  using from = tile_element_t<_T>;
  using to = tile_element_t<type>;
  if constexpr (__is_same(from, to) || !__detail::scalar_conversion_narrows<from, to>())
    return __detail::rep::wrap<type>(__detail::to<type>(x));
  else
    return __detail::rep::wrap<type>(
        __op::cast_rounded<__detail::raw_of<type>, (__detail::number<_Mode> == 6 ? 7 : __detail::number<_Mode>)>(
            __detail::rep::raw(x)));
}

namespace __detail {

/// Conversions to integers alone have a saturation mode.
template <class _E>
concept saturates
    [[tilec::because(true, "{#2}a saturation mode is for conversions to integers, not to `{_E}`")]]
    [[tilec::help(__is_same(_E, __nv_fp8_e4m3), "clamp the elements first, `min(max(x, -448.0f), 448.0f)`")]]
    [[tilec::help(__is_same(_E, __nv_fp8_e5m2), "clamp the elements first, `min(max(x, -57344.0f), 57344.0f)`")]]
    [[tilec::help(__is_same(_E, __half), "clamp the elements first, `min(max(x, -65504.0f), 65504.0f)`")]]
    [[tilec::help(true, "leave the mode out, `element_cast<float>(x)`")]] = info_of<_E>.is_integral();

} // namespace __detail

/// Every element converted to an integer E toward zero, one outside of the range of E as the saturation mode says:
/// saturate_finite makes the nearest limit of it and 0 of NaN. Since CUDA 13.5.
/// Help: name the element type, `element_cast<int>(x, saturate_finite_t{})`.
template <scalar _E, basic_floating_point_tile _T, class... _None, saturation_mode _Mode>
  requires(sizeof...(_None) == 0) && __detail::saturates<_E> && tile_convertible_to<_T, tile_with_element_t<_T, _E>>
[[tilec::since(13, 5)]] __tile__ tile_with_element_t<_T, _E> element_cast(_T x, saturation_mode_constant<_Mode>) noexcept {
  using type = tile_with_element_t<_T, _E>;
  if constexpr (__detail::number<_Mode> == 0 || __is_same(tile_element_t<type>, bool))
    return __detail::rep::wrap<type>(__detail::to<type>(x));
  else
    return __detail::rep::wrap<type>(
        __op::cast_saturating<__detail::raw_of<type>, __detail::traits<type>::info.is_signed()>(__detail::rep::raw(x)));
}

namespace __detail {

/// The bits of a scalar that count: those of tf32 and fp4 are fewer than their bytes have.
template <class _E> inline constexpr unsigned value_bits = 8 * sizeof(_E);
template <> inline constexpr unsigned value_bits<__nv_tf32> = 19;
template <> inline constexpr unsigned value_bits<__nv_fp4_e2m1> = 4;

/// Is one of the types tf32, and the other as large in memory?
template <class _E, class _F>
inline constexpr bool is_tf32_bits = sizeof(_E) == sizeof(_F) && (__is_same(_E, __nv_tf32) || __is_same(_F, __nv_tf32));

/// The bits of every element as an E of the same size in memory.
template <class _E, class _T> __tile__ tile_with_element_t<_T, _E> reinterpret_elements(_T const &x) noexcept {
  using type = tile_with_element_t<_T, _E>;
  using bits = tile_with_element_t<_T, unsigned long>;
  constexpr bool from_pointer = __detail::traits<_T>::info.is_pointer(),
                 to_pointer = __detail::info_of<_E>.is_pointer();
  if constexpr (from_pointer && to_pointer)
    return __detail::rep::wrap<type>(__op::ptr_to_ptr<__detail::raw_of<type>>(__detail::rep::raw(x)));
  else if constexpr (from_pointer)
    return __detail::rep::wrap<type>(
        __op::bitcast<__detail::raw_of<type>>(__op::ptr_to_int<__detail::raw_of<bits>>(__detail::rep::raw(x))));
  else if constexpr (to_pointer)
    return __detail::rep::wrap<type>(
        __op::int_to_ptr<__detail::raw_of<type>>(__op::bitcast<__detail::raw_of<bits>>(__detail::rep::raw(x))));
  else if constexpr (__is_same(tile_element_t<type>, bool) && !__is_same(tile_element_t<_T>, bool)) {
    using bytes = tile_with_element_t<_T, signed char>;
    auto byte = __op::bitcast<__detail::raw_of<bytes>>(__detail::rep::raw(x));
    __op::require_all<9>(__op::cmpi<__detail::raw_of<type>, 3, false>(byte, __op::splat<__detail::raw_of<bytes>>(static_cast<signed char>(1))),
                         "2.3.20: only the bytes 0 and 1 are values of bool");
    return __detail::rep::wrap<type>(
        __op::bitcast<__detail::raw_of<type>>(__op::assume_bounded<true, 0, true, 1>(byte)));
  } else
    return __detail::rep::wrap<type>(__op::bitcast<__detail::raw_of<type>>(__detail::rep::raw(x)));
}

} // namespace __detail

/// The bits of every element as an E of as many bits; pointers too. Undefined behaviour: not a value of E.
/// Help: name the element type, `element_bitcast<int>(x)`, of equal size.
template <scalar _E, tile_like _T>
  requires(__detail::value_bits<__detail::remove_cv<_E>> == __detail::value_bits<tile_element_t<_T>>)
[[tilec::help(__detail::release >= 1305 && tile_rank_v<_T> > 0 &&
                  (__detail::value_bits<__detail::remove_cv<_E>> == 4 || __detail::value_bits<tile_element_t<_T>> == 4),
              "`repack<{_E}, {}>(x)` makes longer or shorter rows of elements of other widths", tile_rank_v<_T> - 1)]]
[[tilec::help(integral<tile_element_t<_T>> && __detail::value_bits<tile_element_t<_T>> < 32 &&
                  __detail::value_bits<__detail::remove_cv<_E>> == 32,
              "`element_cast<unsigned>(x)` makes elements of 32 bits, before anything shifts them")]]
[[tilec::help(integral<tile_element_t<_T>> && __detail::value_bits<tile_element_t<_T>> < 64 &&
                  __detail::value_bits<__detail::remove_cv<_E>> == 64,
              "`element_cast<unsigned long long>(x)` makes elements of 64 bits, before anything shifts them")]]
[[tilec::help(__detail::value_bits<tile_element_t<_T>> == 8, "a type of as many bits is `signed char`")]]
[[tilec::help(__detail::value_bits<tile_element_t<_T>> == 16, "a type of as many bits is `short`")]]
[[tilec::help(__detail::value_bits<tile_element_t<_T>> == 32, "a type of as many bits is `int`")]]
[[tilec::help(__detail::value_bits<tile_element_t<_T>> == 64, "a type of as many bits is `long long`")]]
[[tilec::because(true, "`{_E}` has {} bits and an element of `{_T}` has {}", __detail::value_bits<__detail::remove_cv<_E>>,
                 __detail::value_bits<tile_element_t<_T>>)]]
__tile__ tile_with_element_t<_T, _E> element_bitcast(_T x) noexcept {
  return __detail::reinterpret_elements<_E, __detail::remove_cv<_T>>(x);
}
/// The bits of tf32 as a number of 32 bits, and back. Before CUDA 13.5.
template <scalar _E, tile_like _T>
  requires(__detail::is_tf32_bits<__detail::remove_cv<_E>, tile_element_t<_T>> &&
           __detail::value_bits<__detail::remove_cv<_E>> != __detail::value_bits<tile_element_t<_T>>)
[[tilec::until(13, 5)]] __tile__ tile_with_element_t<_T, _E> element_bitcast(_T x) noexcept {
  return __detail::reinterpret_elements<_E, __detail::remove_cv<_T>>(x);
}

// ---- repack (CUDA 13.5) -----------------------------------------------------------------------------------------------

namespace __detail {

/// The bits of an element of a packed row: of bool one.
template <class _E> inline constexpr unsigned packed_bits = value_bits<_E>;
template <> inline constexpr unsigned packed_bits<bool> = 1;

/// The bits of a row of _T along dimension _Dim, and its length as elements of _E.
template <class _T, size _Dim>
inline constexpr size row_bits = traits<_T>::shape::static_extent(_Dim) * packed_bits<element<_T>>;
template <class _T, class _E, size _Dim>
using repacked_shape = resized<typename traits<_T>::shape, _Dim, row_bits<_T, _Dim> / packed_bits<_E>>;

/// The bits of each row along dimension _Dim make whole elements of _E, and whole bytes if _E is another type.
template <class _T, class _E, size _Dim>
concept repackable
    [[tilec::because(_Dim >= traits<_T>::rank, "dimension {} is not below the rank of `{_T}`, which is {}", _Dim,
                     traits<_T>::rank)]]
    [[tilec::because(row_bits<_T, _Dim> % packed_bits<_E> != 0,
                     "the {} bits of a row are no whole number of elements of {}", row_bits<_T, _Dim>, packed_bits<_E>)]]
    [[tilec::because(row_bits<_T, _Dim> % 8 != 0, "the {} bits of a row are no whole number of bytes",
                     row_bits<_T, _Dim>)]]
    [[tilec::because(true, "the elements of `{_T}` or `{_E}` are not numbers")]] =
    (_Dim < traits<_T>::rank) && traits<_T>::info.is_numeric() && info_of<_E>.is_numeric() &&
    (row_bits<_T, _Dim> % packed_bits<_E> == 0) &&
    (__is_same(_E, element<_T>) || row_bits<_T, _Dim> % 8 == 0) && tile_shape<repacked_shape<_T, _E, _Dim>>;

/// The map that swaps dimension _Dim with the last.
template <size _Dim, class _Indices> struct last_swap;
template <size _Dim, size... _I> struct last_swap<_Dim, index_list<_I...>> {
  using type = dimension_map<(_I == _Dim ? sizeof...(_I) - 1 : _I == sizeof...(_I) - 1 ? _Dim : _I)...>;
};

template <size _N> using bytes_of = tile<unsigned char, extents<unsigned, _N>>;
template <class _E, size _N> using row_of = tile<_E, extents<unsigned, _N>>;

/// Where the elements of less than eight bits begin in each of _N bytes.
template <class _E, size _N> using parts_of = tile<unsigned char, extents<unsigned, _N, 8 / packed_bits<_E>>>;
template <class _E, size _N> __tile__ raw_of<parts_of<_E, _N>> part_shifts() noexcept {
  using bytes = bytes_of<8 / packed_bits<_E>>;
  auto const width = __op::splat<raw_of<bytes>>(static_cast<unsigned char>(packed_bits<_E>));
  auto const first = __op::muli<0>(rep::raw(iota<bytes>()), width);
  return rep::raw(broadcast<tile_shape_t<parts_of<_E, _N>>>(rep::wrap<bytes>(first)));
}

/// The bytes of the elements in a row, the first in the lowest bits.
template <class _E, size _N> __tile__ bytes_of<_N * packed_bits<_E> / 8> to_bytes(row_of<_E, _N> const &row) noexcept {
  constexpr size count = _N * packed_bits<_E> / 8;
  using type = bytes_of<count>;
  if constexpr (packed_bits<_E> < 8) {
    using parts = parts_of<_E, count>;
    auto const whole = reinterpret_elements<unsigned char, row_of<_E, _N>>(row);
    auto const mask = __op::splat<raw_of<parts>>(static_cast<unsigned char>((1 << packed_bits<_E>) - 1));
    auto const values = __op::andi(rep::raw(reshape<tile_shape_t<parts>>(whole)), mask);
    auto const moved = __op::shli<0>(values, __detail::part_shifts<_E, count>());
    auto const sums = __op::reduce<__tile_t<unsigned char, count, 1>, 0, 1, false, 0, false, false>(moved);
    return rep::wrap<type>(__op::reshape<raw_of<type>>(sums));
  } else if constexpr (sizeof(_E) == 1) {
    return rep::wrap<type>(__op::bitcast<raw_of<type>>(rep::raw(row)));
  } else {
    return rep::wrap<type>(__op::pack<raw_of<type>>(rep::raw(row)));
  }
}
template <class _E, size _N> __tile__ row_of<_E, _N * 8 / packed_bits<_E>> from_bytes(bytes_of<_N> const &bytes) noexcept {
  using type = row_of<_E, _N * 8 / packed_bits<_E>>;
  if constexpr (packed_bits<_E> < 8) {
    using parts = parts_of<_E, _N>;
    auto const each = broadcast<tile_shape_t<parts>>(reshape<extents<unsigned, _N, 1>>(bytes));
    auto const mask = __op::splat<raw_of<parts>>(static_cast<unsigned char>((1 << packed_bits<_E>) - 1));
    auto const values = __op::andi(__op::shri<false>(rep::raw(each), __detail::part_shifts<_E, _N>()), mask);
    auto const row = reshape<tile_shape_t<type>>(rep::wrap<parts>(values));
    if constexpr (__is_same(_E, bool))
      return rep::wrap<type>(__detail::to<type>(row));
    else
      return reinterpret_elements<_E, bytes_of<_N * 8 / packed_bits<_E>>>(row);
  } else if constexpr (sizeof(_E) == 1) {
    return rep::wrap<type>(__op::bitcast<raw_of<type>>(rep::raw(bytes)));
  } else {
    return rep::wrap<type>(__op::unpack<raw_of<type>>(rep::raw(bytes)));
  }
}

} // namespace __detail

/// The bits of the elements along dimension D as elements of E, the first in the lowest bits: the dimension becomes shorter
/// or longer. A bool counts as one bit. Undefined behaviour: not a value of E. Since CUDA 13.5.
/// Help: name the element type and the dimension, `repack<unsigned, 0>(x)`.
template <scalar _E, integral auto _D, tile_like _T>
  requires(_D >= 0) && __detail::repackable<_T, __detail::remove_cv<_E>, static_cast<__detail::size>(_D)>
[[tilec::since(13, 5)]] __tile__
    tile<__detail::remove_cv<_E>,
         __detail::repacked_shape<_T, __detail::remove_cv<_E>, static_cast<__detail::size>(_D)>>
    repack(_T x, integral_constant<_D> = {}) noexcept {
  using to = __detail::remove_cv<_E>;
  using from = tile_element_t<_T>;
  if constexpr (__is_same(to, from)) {
    return x;
  } else {
    constexpr __detail::size dim = static_cast<__detail::size>(_D), rank = tile_rank_v<_T>;
    using type = tile<to, __detail::repacked_shape<_T, to, dim>>;
    using map = typename __detail::last_swap<dim, __detail::indices<rank>>::type;
    constexpr __detail::size count = tile_size_v<_T>, bytes = count * __detail::packed_bits<from> / 8;
    auto const rows = __detail::permute<__detail::remove_cv<_T>, map>(x);
    auto const flat = reshape<extents<unsigned, count>>(rows);
    auto const packed = __detail::from_bytes<to, bytes>(__detail::to_bytes<from, count>(flat));
    using swapped = typename __detail::permutation<type, map>::type;
    return __detail::permute<swapped, map>(reshape<tile_shape_t<swapped>>(packed));
  }
}

} // namespace cuda::tiles::inline __1

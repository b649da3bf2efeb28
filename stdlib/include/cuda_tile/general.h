// Section 2.1: thread functions, type classification, properties of extents, shapes and tiles.
#pragma once

#include <cuda_tile/detail/basic.h>

namespace cuda::tiles::inline __1 {

// The integer types by their widths, as the reference names them.
using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::int8_t;
using ::ptrdiff_t;
using ::size_t;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using ::uint8_t;

// ---- 2.1.1 thread functions ---------------------------------------------------------------------------------------

/// The index of this tile block in the grid (2.1.1.1).
/// Help: the index along an axis is a member: `bid().x`, `bid().y` or `bid().z`.
__tile__ inline uint3 bid() noexcept {
  return {__op::tile_block_id<0>(), __op::tile_block_id<1>(), __op::tile_block_id<2>()};
}

/// The number of tile blocks in each direction of the grid (2.1.1.2).
__tile__ inline dim3 num_blocks() noexcept {
  return dim3{__op::num_tile_blocks<0>(), __op::num_tile_blocks<1>(), __op::num_tile_blocks<2>()};
}

/// Functions of nvcc's headers that the reference does not have and public programs call.
namespace detail {
/// The index of this tile block along a dimension.
template <int _Dim> __tile__ unsigned bid() noexcept { return __op::tile_block_id<_Dim>(); }
/// The number of tile blocks along a dimension.
template <int _Dim> __tile__ unsigned num_blocks() noexcept { return __op::num_tile_blocks<_Dim>(); }
} // namespace detail

/// A (cv) integral type of 8 to 64 bits: bool, the character types, the integer types (2.1.2.1).
template <class _T>
concept integral
    [[tilec::help(__is_enum(_T), "`static_cast<int>(x)` is the number of an enumerator")]]
    [[tilec::because(true, "`{_T}` is not an integral type")]] = __detail::info_of<_T>.is_integral();

template <integral _I, __detail::size... _Exts> struct extents;

namespace __detail {

/// What the library knows of a type as a tile-like type; this is the version for scalars and for all other types.
/// Members: element, shape, raw (the value type that the intrinsics take), rank, element_count.
template <class _T> struct traits {
  static constexpr scalar_info info = info_of<_T>;
  static constexpr bool is_tile = false;
  static constexpr size rank = 0;
  static constexpr size element_count = 1;
  using element = remove_cv<_T>;
  using shape = extents<unsigned>;
  using raw = element;
};

} // namespace __detail

// ---- 2.1.2 type classification ------------------------------------------------------------------------------------

/// A scalar, or a (cv) specialization of tile (2.1.2.2).
template <class _T>
concept tile_like
    [[tilec::because(requires { typename _T::view_tile_type; },
                     "this is a view, not a tile: its members `load` and `load_masked` give a tile")]]
    [[tilec::because(requires(_T p) { (*p).x; }, "`{_T}` is a pointer to objects, not to numbers")]]
    [[tilec::because(__is_reference(_T), "`{_T}` is a reference, and not a number, a pointer or a tile itself")]]
    [[tilec::because(true, "`{_T}` is neither a number, a pointer to numbers, nor a tile of them")]]
    [[tilec::help(__is_reference(_T),
                  "the type without `&` is wanted: a parameter `X&&` makes `X` a reference where a variable is passed, `X x` and `const X& x` do not")]]
    [[tilec::help(requires(_T p) { (*p).x; }, "pointers to the numbers, `float*`, are as fast: the compiler chooses how wide an access is")]] =
    __detail::traits<_T>::info.what != __detail::kind::none;

/// Tile-like with pointer elements: pointers to numeric scalars or to void, cv or not (2.1.2.3).
template <class _T>
concept pointer_tile [[tilec::because(true, "`{_T}` is neither a pointer nor a tile of pointers")]] =
    tile_like<_T> && __detail::traits<_T>::info.is_pointer();

/// Tile-like with integral or floating point elements (2.1.2.4).
template <class _T>
concept numeric_tile [[tilec::because(true, "the elements of `{_T}` are not numbers")]] =
    tile_like<_T> && __detail::traits<_T>::info.is_numeric();

/// Numeric with integral or basic floating point elements (2.1.2.5).
template <class _T>
concept arithmetic_tile
    [[tilec::because(numeric_tile<_T>, "numbers of type `{element of _T}` have conversions and no arithmetic")]]
    [[tilec::help(numeric_tile<_T>, "`element_cast<float>(x)` makes them `float`")]] = numeric_tile<_T> && __detail::traits<_T>::info.is_arithmetic();

/// Numeric with basic or restricted floating point elements (2.1.2.6).
template <class _T>
concept floating_point_tile [[tilec::because(true, "`{_T}` is not floating point")]] =
    numeric_tile<_T> && __detail::traits<_T>::info.is_float();

/// Elements are double, float, __half or __nv_bfloat16 (2.1.2.7).
/// Help: `element_cast<float>(x)` makes floating point of integers.
template <class _T>
concept basic_floating_point_tile
    [[tilec::help(__is_reference(_T),
                  "the type without `&` is wanted: a parameter `X&&` makes `X` a reference where a variable is passed, `X x` and `const X& x` do not")]] =
    arithmetic_tile<_T> && floating_point_tile<_T> && __detail::traits<_T>::info.is_basic_float();

/// Elements are __nv_fp8_e4m3, __nv_fp8_e5m2 or __nv_tf32 (2.1.2.8), since CUDA 13.5 also __nv_fp8_e8m0, __nv_fp8_ue5m3 or
/// __nv_fp4_e2m1.
template <class _T>
concept restricted_floating_point_tile = floating_point_tile<_T> && !__detail::traits<_T>::info.is_basic_float();

/// Arithmetic with integral elements (2.1.2.9).
template <class _T>
concept integral_tile
    [[tilec::because(true, "`{_T}` is not integral")]]
    [[tilec::help(__detail::traits<_T>::is_tile && __detail::traits<_T>::info.is_float(),
                  "`element_cast<int>(x)` makes integers of floating-point elements")]] =
    arithmetic_tile<_T> && __detail::traits<_T>::info.is_integral();

/// An integral type of 8 to 64 bits, a floating point type of the reference, or a pointer to one or to void (2.1.2.10).
template <class _T>
concept scalar
    [[tilec::because(true, "`{_T}` is not a scalar")]]
    [[tilec::help(__detail::traits<_T>::is_tile, "the type of its elements is `{element of _T}`")]]
    [[tilec::help(requires { _T::static_extent(0); }, "the type of the elements comes first, `tile<float, {_T}>`")]] = tile_like<_T> && !__detail::traits<_T>::is_tile;

/// A pointer to a (cv) numeric scalar or (cv) void (2.1.2.11).
template <class _T>
concept pointer_scalar = pointer_tile<_T> && scalar<_T>;

/// An integral or floating point scalar (2.1.2.12).
template <class _T>
concept numeric_scalar = numeric_tile<_T> && scalar<_T>;

/// An integral or basic floating point scalar (2.1.2.13).
template <class _T>
concept arithmetic_scalar = arithmetic_tile<_T> && scalar<_T>;

/// Any floating point scalar (2.1.2.14).
template <class _T>
concept floating_point_scalar = floating_point_tile<_T> && scalar<_T>;

/// double, float, __half or __nv_bfloat16 (2.1.2.15).
template <class _T>
concept basic_floating_point_scalar = basic_floating_point_tile<_T> && scalar<_T>;

/// __nv_fp8_e4m3, __nv_fp8_e5m2 or __nv_tf32 (2.1.2.16), since CUDA 13.5 also __nv_fp8_e8m0, __nv_fp8_ue5m3 or
/// __nv_fp4_e2m1.
template <class _T>
concept restricted_floating_point_scalar = restricted_floating_point_tile<_T> && scalar<_T>;

/// An integral scalar (2.1.2.17).
template <class _T>
concept integral_scalar = integral_tile<_T> && scalar<_T> && integral<_T>;

// ---- 2.1.3 extents-like properties --------------------------------------------------------------------------------

/// The value of a dimension that is known at run time only (2.8.2).
enum : __detail::size { dynamic_extent = static_cast<__detail::size>(-1) };

/// The value of a stride that is known at run time only; equal to dynamic_extent. Since CUDA 13.4.
enum : __detail::size { dynamic_stride [[tilec::since(13, 4)]] = static_cast<__detail::size>(-1) };

/// The value of an offset that is known at run time only. Since CUDA 13.4.
enum : __detail::ptrdiff { dynamic_offset [[tilec::since(13, 4)]] = __detail::dynamic_difference };

namespace __detail {

/// The product of dimensions, saturated: more than 2^24 stays more than 2^24.
template <class... _V> __tile__ __host__ __device__ constexpr size bounded_product(_V... dims) {
  size product = 1;
  ((product = dims <= 1u << 24 && product <= 1u << 24 ? product * dims : size(1) << 40), ...);
  return product;
}

/// Facts of a specialization of extents, read off its arguments; `valid` is false for any other type.
template <class _T> struct extents_facts {
  static constexpr bool valid = false;
};
template <class _I, size... _D> struct extents_facts<extents<_I, _D...>> {
  static constexpr bool valid = true;
  static constexpr bool is_static = ((_D != dynamic_size) && ...);
  static constexpr size element_count = (size(1) * ... * _D);
  /// 1.6.2: index type uint32_t, powers of two, at most 2^24 elements.
  static constexpr bool is_tile_shape = __is_same(_I, unsigned) &&
                                        ((_D != 0 && _D <= 1u << 24 && (_D & (_D - 1)) == 0) && ...) &&
                                        bounded_product(_D...) <= 1u << 24;
};
template <class _T> using facts = extents_facts<remove_cv<_T>>;

/// The first dimension that is not a power of two; the rank if all are.
template <class _T> __tile__ __host__ __device__ constexpr size odd_extent() {
  for (size i = 0; i < _T::rank(); ++i)
    if (_T::static_extent(i) == 0 || (_T::static_extent(i) & (_T::static_extent(i) - 1)) != 0)
      return i;
  return _T::rank();
}

/// The greatest power of two that is not above n, which is not 0.
__tile__ __host__ __device__ constexpr size power_below(size n) {
  size power = 1;
  while (power <= n / 2)
    power *= 2;
  return power;
}

/// The place, counted from the last dimension as 1, where two shapes do not broadcast; 0 if they do.
template <class _T, class _U> __tile__ __host__ __device__ constexpr size unaligned_place(bool both_ways) {
  size const m = _T::rank(), n = _U::rank();
  for (size i = 1; i <= (m < n ? m : n); ++i) {
    size const a = _T::static_extent(m - i), b = _U::static_extent(n - i);
    if (a != b && a != 1 && !(both_ways && b == 1))
      return i;
  }
  return 0;
}

/// The requirements of 1.5.1 on a type that is not a specialization of extents.
template <class _T>
concept foreign_extents = requires(_T const &e, typename _T::rank_type const &dim) {
  typename _T::index_type;
  requires copyable<_T>;
  requires integral<typename _T::rank_type> && integral<typename _T::index_type>;
  requires !is_cv<typename _T::rank_type> && !is_cv<typename _T::index_type>;
  requires __is_same(decltype(_T::rank()), typename _T::rank_type);
  requires __is_same(decltype(_T::rank_dynamic()), typename _T::rank_type);
  requires __is_same(decltype(_T::static_extent(dim)), size);
  requires __is_same(decltype(e.extent(dim)), typename _T::index_type);
  typename conditional<(_T::rank() >= 0 && _T::rank_dynamic() >= 0), int, int>;
};

/// The members of strides, of a type that is not const or volatile.
template <class _T>
concept strides_members = requires(_T const &t, typename _T::rank_type const &dim) {
  typename _T::stride_type;
  requires copyable<_T>;
  requires integral<typename _T::rank_type> && integral<typename _T::stride_type>;
  requires !is_cv<typename _T::rank_type> && !is_cv<typename _T::stride_type>;
  requires !__is_same(typename _T::stride_type, bool);
  requires __is_same(decltype(_T::rank()), typename _T::rank_type);
  requires __is_same(decltype(_T::rank_dynamic()), typename _T::rank_type);
  requires __is_same(decltype(_T::static_stride(dim)), size);
  requires __is_same(decltype(t.stride(dim)), typename _T::stride_type);
  typename conditional<(_T::rank() >= 0 && _T::rank_dynamic() >= 0), int, int>;
};

/// Strides and offsets, const and volatile too: what strides_like and offsets_like name.
template <class _T>
concept any_strides = strides_members<remove_cv<_T>>;

/// The members of offsets, of a type that is not const or volatile.
template <class _T>
concept offsets_members = requires(_T const &t, typename _T::rank_type const &dim) {
  typename _T::offset_type;
  requires copyable<_T>;
  requires integral<typename _T::rank_type> && integral<typename _T::offset_type>;
  requires !is_cv<typename _T::rank_type> && !is_cv<typename _T::offset_type>;
  requires !__is_same(typename _T::offset_type, bool);
  requires __is_same(decltype(_T::rank()), typename _T::rank_type);
  requires __is_same(decltype(_T::rank_dynamic()), typename _T::rank_type);
  requires __is_same(decltype(_T::static_offset(dim)), ptrdiff);
  requires __is_same(decltype(t.offset(dim)), typename _T::offset_type);
  typename conditional<(_T::rank() >= 0 && _T::rank_dynamic() >= 0), int, int>;
};
template <class _T>
concept any_offsets = offsets_members<remove_cv<_T>>;

} // namespace __detail

/// A type that describes the lengths of an array, some of them at run time: extents, or any type with the members of
/// 1.5.1 (2.1.3.1). A type that has the members but not their meaning is undefined behaviour.
/// Help: lengths are `extents{rows, columns}`, or `shape<4, 8>{}` where all are constants.
template <class _T>
concept extents_like [[tilec::because(true, "`{_T}` is not a type of extents")]] =
    __detail::facts<_T>::valid || __detail::foreign_extents<__detail::remove_cv<_T>>;

/// A type that describes the strides of an array, some of them at run time: strides, or any type with its members.
/// Since CUDA 13.4.
template <class _T>
concept strides_like [[tilec::since(13, 4)]] = __detail::any_strides<_T>;

/// A type that describes offsets into an array, some of them at run time: offsets, or any type with its members.
/// Since CUDA 13.4.
template <class _T>
concept offsets_like [[tilec::since(13, 4)]] = __detail::any_offsets<_T>;

/// Extents-like with all dimensions static (2.1.3.3).
template <class _T>
concept shape_like
    [[tilec::because(_T::rank_dynamic() != 0, "{} of its {} extents are not constants", _T::rank_dynamic(),
                     _T::rank())]]
    [[tilec::help(_T::rank_dynamic() != 0, "write the lengths as template arguments, `shape<64, 32>{{}}`, or as constants, `shape{{64_ic, 32_ic}}`")]] =
        extents_like<_T> && requires { requires _T::rank_dynamic() == 0; };

namespace __detail {

template <class _T> __tile__ __host__ __device__ constexpr size shape_size() {
  size product = 1;
  bool fits = true, is_empty = false;
  for (typename _T::rank_type i = 0; i < _T::rank(); ++i) {
    size const length = _T::static_extent(i);
    is_empty = is_empty || length == 0;
    fits = fits && (is_empty || product <= static_cast<size>(-1) / length);
    product *= length;
  }
  __op::require<16>(fits || is_empty, "2.1.3.4: the size of a shape must be representable in size_t");
  return product;
}

template <class _T, class _U> __tile__ __host__ __device__ constexpr bool equal_shapes() {
  if constexpr (__is_same(remove_cv<_T>, remove_cv<_U>)) {
    return true;
  } else {
    if (size(_T::rank()) != size(_U::rank()))
      return false;
    for (size i = 0; i < size(_T::rank()); ++i)
      if (_T::static_extent(i) != _U::static_extent(i))
        return false;
    return true;
  }
}

/// Right-aligned comparison of two shapes: every pair is equal, or the dimension of _T is 1, or, when both ways are
/// allowed, that of _U is 1.
template <class _T, class _U> __tile__ __host__ __device__ constexpr bool aligned_dims_match(bool both_ways) {
  if constexpr (__is_same(_T, _U)) {
    return true;
  } else {
    size const m = _T::rank(), n = _U::rank();
    for (size i = 1; i <= (m < n ? m : n); ++i) {
      size const a = _T::static_extent(m - i), b = _U::static_extent(n - i);
      if (a != b && a != 1 && !(both_ways && b == 1))
        return false;
    }
    return both_ways || m <= n;
  }
}

} // namespace __detail

/// Do two extents have the same rank and the same lengths, whatever the index types (2.1.3.2)?
template <extents_like _T, extents_like _U>
__tile__ __host__ __device__ constexpr bool extents_equal(_T const &x, _U const &y) noexcept {
  if constexpr (__detail::size(_T::rank()) != __detail::size(_U::rank())) {
    return false;
  } else {
    return [&]<__detail::size... _I>(__detail::index_list<_I...>) {
      return ((static_cast<unsigned long long>(x.extent(_I)) == static_cast<unsigned long long>(y.extent(_I))) && ...);
    }(__detail::indices<__detail::size(_T::rank())>{});
  }
}

/// The number of elements of a shape (2.1.3.4). Undefined behaviour when not representable in size_t.
template <shape_like _T> inline constexpr __detail::size shape_size_v = __detail::shape_size<_T>();

/// Same rank and same lengths (2.1.3.5).
template <class _T, class _U>
concept same_shape = shape_like<_T> && shape_like<_U> && __detail::equal_shapes<_T, _U>();

/// Every dimension must be a power of two, the index type uint32_t, and the number of elements at most 2^24
/// (2.1.4.6).
/// Help: lengths are constants, `shape<64, 32>`; masks take care of other lengths of data.
template <class _T>
concept tile_shape
    [[tilec::values("shape<{}>")]]
    [[tilec::because(__detail::odd_extent<_T>() < _T::rank(), "extent {@} is {}, which is not a power of two",
                     __detail::odd_extent<_T>(), _T::static_extent(__detail::odd_extent<_T>()))]]
    [[tilec::because(__detail::facts<_T>::element_count > 1u << 24, "it has {} elements, more than 16777216",
                     __detail::facts<_T>::element_count)]]
    [[tilec::because(!__is_same(typename _T::index_type, unsigned), "its index type is not `uint32_t`")]]
    [[tilec::help(__detail::odd_extent<_T>() < _T::rank() && _T::static_extent(__detail::odd_extent<_T>()) - 1 < 1u << 23,
                  "write {} or {}; loads and stores with a mask leave out the elements of a longer tile",
                  __detail::power_below(_T::static_extent(__detail::odd_extent<_T>())),
                  2 * __detail::power_below(_T::static_extent(__detail::odd_extent<_T>())))]] = shape_like<_T> && requires { requires __detail::facts<_T>::is_tile_shape; };

template <scalar _E, tile_shape _S> struct tile;

// ---- 2.1.4 tile-like properties -----------------------------------------------------------------------------------

namespace __detail {

template <class _T> struct traits<_T const> : traits<_T> {};
template <class _T> struct traits<_T volatile> : traits<_T> {};
template <class _T> struct traits<_T const volatile> : traits<_T> {};

template <class _E, class _I, size... _D> struct traits<tile<_E, extents<_I, _D...>>> {
  static constexpr scalar_info info = info_of<_E>;
  static constexpr bool is_tile = true;
  static constexpr size rank = sizeof...(_D);
  static constexpr size element_count = (size(1) * ... * _D);
  using element = _E;
  using shape = extents<_I, _D...>;
  using raw = __tile_t<_E, _D...>;
};
// Ill-formed (2.9.1), which `tile` itself reports; the error is not repeated here.
template <class _E, class _S> struct traits<tile<_E, _S const>> : traits<tile<_E, _S>> {};
template <class _E, class _S> struct traits<tile<_E, _S volatile>> : traits<tile<_E, _S>> {};
template <class _E, class _S> struct traits<tile<_E, _S const volatile>> : traits<tile<_E, _S>> {};

template <class _T> using element = typename traits<_T>::element;
template <class _T> using raw_of = typename traits<_T>::raw;

template <bool _IsTile> struct with_element {
  template <class _S, class _E> using type = tile<_E, _S>;
};
template <> struct with_element<false> {
  template <class _S, class _E> using type = _E;
};

} // namespace __detail

/// The element type of a tile-like type, without cv (2.1.4.1).
template <tile_like _T> using tile_element_t = __detail::element<_T>;

/// The shape of a tile-like type; extents<uint32_t> for scalars (2.1.4.2).
template <tile_like _T> using tile_shape_t = typename __detail::traits<_T>::shape;

/// The number of elements; 1 for scalars (2.1.4.3).
template <tile_like _T> inline constexpr __detail::size tile_size_v = __detail::traits<_T>::element_count;

/// The rank; 0 for scalars (2.1.4.4).
template <tile_like _T> inline constexpr __detail::size tile_rank_v = __detail::traits<_T>::rank;

/// The tile-like type of the same kind and shape with element type E: tile for a tile, scalar for a scalar (2.1.4.5).
template <tile_like _T, scalar _E>
using tile_with_element_t =
    typename __detail::with_element<__detail::traits<_T>::is_tile>::template type<tile_shape_t<_T>,
                                                                                  __detail::remove_cv<_E>>;

} // namespace cuda::tiles::inline __1

// Section 2.13: constant wrappers: values as types, so that arguments can carry them.
#pragma once

#include <cuda_tile/general.h>

namespace cuda::tiles::inline __1 {

// ---- 2.13.1 integral_constant -------------------------------------------------------------------------------------

/// An integral value as an empty type. Converts to its value implicitly; no tile-like type (2.13.1).
template <integral auto _V> struct integral_constant {
  /// This type (2.13.1).
  using type = integral_constant;
  /// The type of the value (2.13.1).
  using value_type = decltype(_V);
  /// The value (2.13.1).
  static constexpr value_type value = _V;
  /// The value.
  __tile__ __host__ __device__ constexpr operator value_type() const noexcept { return _V; }
  /// The value.
  __tile__ __host__ __device__ constexpr value_type operator()() const noexcept { return _V; }
};

// Operators between two constants give the constant of the C++ result (2.13.1.1).

/// Constant x + y.
template <auto _X, auto _Y>
__tile__ __host__ __device__ constexpr integral_constant<(_X + _Y)> operator+(integral_constant<_X>,
                                                                              integral_constant<_Y>) noexcept {
  return {};
}
/// Constant x - y.
template <auto _X, auto _Y>
__tile__ __host__ __device__ constexpr integral_constant<(_X - _Y)> operator-(integral_constant<_X>,
                                                                              integral_constant<_Y>) noexcept {
  return {};
}
/// Constant x * y.
template <auto _X, auto _Y>
__tile__ __host__ __device__ constexpr integral_constant<(_X * _Y)> operator*(integral_constant<_X>,
                                                                              integral_constant<_Y>) noexcept {
  return {};
}
/// Constant x / y.
template <auto _X, auto _Y>
__tile__ __host__ __device__ constexpr integral_constant<(_X / _Y)> operator/(integral_constant<_X>,
                                                                              integral_constant<_Y>) noexcept {
  return {};
}
/// Constant x % y.
template <auto _X, auto _Y>
__tile__ __host__ __device__ constexpr integral_constant<(_X % _Y)> operator%(integral_constant<_X>,
                                                                              integral_constant<_Y>) noexcept {
  return {};
}
/// Constant x & y.
template <auto _X, auto _Y>
__tile__ __host__ __device__ constexpr integral_constant<(_X & _Y)> operator&(integral_constant<_X>,
                                                                              integral_constant<_Y>) noexcept {
  return {};
}
/// Constant x | y.
template <auto _X, auto _Y>
__tile__ __host__ __device__ constexpr integral_constant<(_X | _Y)> operator|(integral_constant<_X>,
                                                                              integral_constant<_Y>) noexcept {
  return {};
}
/// Constant x ^ y.
template <auto _X, auto _Y>
__tile__ __host__ __device__ constexpr integral_constant<(_X ^ _Y)> operator^(integral_constant<_X>,
                                                                              integral_constant<_Y>) noexcept {
  return {};
}
/// Constant x << y.
template <auto _X, auto _Y>
__tile__ __host__ __device__ constexpr integral_constant<(_X << _Y)> operator<<(integral_constant<_X>,
                                                                                integral_constant<_Y>) noexcept {
  return {};
}
/// Constant x >> y.
template <auto _X, auto _Y>
__tile__ __host__ __device__ constexpr integral_constant<(_X >> _Y)> operator>>(integral_constant<_X>,
                                                                                integral_constant<_Y>) noexcept {
  return {};
}
/// Constant ~x.
template <auto _X>
__tile__ __host__ __device__ constexpr integral_constant<(~_X)> operator~(integral_constant<_X>) noexcept {
  return {};
}
/// Constant +x.
template <auto _X>
__tile__ __host__ __device__ constexpr integral_constant<(+_X)> operator+(integral_constant<_X>) noexcept {
  return {};
}
/// Constant -x.
template <auto _X>
__tile__ __host__ __device__ constexpr integral_constant<(-_X)> operator-(integral_constant<_X>) noexcept {
  return {};
}

namespace __detail {

/// The characters of a decimal literal, digit separators allowed; not 0x10, 010, 1.5.
template <char... _C> __tile__ __host__ __device__ constexpr bool is_decimal() {
  constexpr char text[] = {_C...};
  if (text[0] == '0' && sizeof...(_C) > 1)
    return false;
  return (((_C >= '0' && _C <= '9') || _C == '\'') && ...);
}

template <char... _C> inline constexpr bool is_decimal_v = is_decimal<_C...>();

/// The value of a decimal literal; 2^63 when it does not fit long long.
template <char... _C> __tile__ __host__ __device__ constexpr unsigned long long decimal_value() {
  constexpr unsigned long long limit = 1ull << 63;
  unsigned long long value = 0;
  ((value = _C == '\'' ? value : value > (limit - 1 - (_C - '0')) / 10 ? limit : value * 10 + (_C - '0')), ...);
  return value;
}

} // namespace __detail

namespace literals {

/// `42_ic` is an integral_constant<42>; the type of the value is int if it fits, else long (2.13.1.2).
template <char... _C> __tile__ __host__ __device__ constexpr auto operator""_ic() noexcept {
  static_assert(__detail::is_decimal_v<_C...>, "the number before _ic must be a decimal integer literal");
  if constexpr (__detail::is_decimal_v<_C...>) {
    constexpr unsigned long long value = __detail::decimal_value<_C...>();
    static_assert(value < 1ull << 63, "the number before _ic does not fit any signed integer type");
    if constexpr (value <= __detail::max_of<int>)
      return integral_constant<static_cast<int>(value)>{};
    else
      return integral_constant<static_cast<long>(value)>{};
  } else {
    // What uses the literal is then no second error.
    return integral_constant<0>{};
  }
}

} // namespace literals

// ---- 2.13.2 dimension_map -----------------------------------------------------------------------------------------

namespace __detail {

template <size... _Idx> __tile__ __host__ __device__ constexpr bool is_permutation() {
  bool seen[sizeof...(_Idx) + 1] = {};
  return ((_Idx < sizeof...(_Idx) && !seen[_Idx] && (seen[_Idx] = true)) && ...);
}

/// The first of the numbers that is not below their count, or equal to an earlier one; their count if there is none.
template <size... _Idx> __tile__ __host__ __device__ constexpr size odd_dim(bool repeated) {
  size const dims[sizeof...(_Idx) + 1] = {_Idx...};
  for (size i = 0; i < sizeof...(_Idx); ++i) {
    if (!repeated && dims[i] >= sizeof...(_Idx))
      return dims[i];
    for (size j = 0; repeated && j < i; ++j)
      if (dims[i] == dims[j])
        return dims[i];
  }
  return sizeof...(_Idx);
}

/// Every dimension once: the numbers from 0 to one below their count, in some order.
template <size... _Idx>
concept permutes_dims
    [[tilec::because(odd_dim<_Idx...>(true) != sizeof...(_Idx), "dimension {} is named twice", odd_dim<_Idx...>(true))]]
    [[tilec::because(true, "dimension {} is not below the number of dimensions, which is {}", odd_dim<_Idx...>(false),
                     sizeof...(_Idx))]] = is_permutation<_Idx...>();

} // namespace __detail

/// A permutation of dimensions: dimension i of the result is dimension Idx[i] of the source (2.13.2).
template <__detail::size... _Idx>
  requires __detail::permutes_dims<_Idx...>
struct dimension_map {
  /// The type of numbers of dimensions (2.13.2).
  using rank_type = __detail::size;
  /// The map that the template arguments are (2.13.2).
  constexpr dimension_map() noexcept = default;
  /// For class template argument deduction; the values are in the type.
  template <class... _Ts>
    requires(sizeof...(_Ts) > 0)
  __tile__ __host__ __device__ explicit constexpr dimension_map(_Ts...) noexcept {}
  /// The number of dimensions.
  __tile__ __host__ __device__ static constexpr rank_type rank() noexcept { return sizeof...(_Idx); }
  /// Source dimension of result dimension i. Undefined behaviour unless i < rank().
  __tile__ __host__ __device__ static constexpr __detail::size mapping(rank_type i) noexcept {
    if (!__builtin_is_constant_evaluated())
      __op::require<20>(i < sizeof...(_Idx), "2.13.2: dimension_map::mapping needs a dimension below rank()");
    rank_type k = 0, result = 0;
    ((result = k++ == i ? _Idx : result), ...);
    return result;
  }
};
/// `dimension_map{1_ic, 0_ic}` is `dimension_map<1, 0>` (2.13.2).
template <auto... _Vs> dimension_map(integral_constant<_Vs>...) -> dimension_map<static_cast<__detail::size>(_Vs)...>;

// ---- 2.13.3 - 2.13.8 modes ----------------------------------------------------------------------------------------

namespace __detail {

/// The members that all wrappers of an enumerator have.
template <class _Enum, _Enum _Value> struct enumerator_constant {
  using value_type = _Enum;
  static constexpr _Enum value = _Value;
  __tile__ __host__ __device__ constexpr operator _Enum() const noexcept { return _Value; }
  __tile__ __host__ __device__ constexpr _Enum operator()() const noexcept { return _Value; }
};

/// The value is one of the enumerators, which go up to the given one.
template <auto _Value, auto _Last>
concept enumerator_up_to = __detail::number<_Value> <= __detail::number<_Last>;

} // namespace __detail

/// How the result of a floating point operation is rounded (1.9.1, 2.13.3).
enum class rounding_mode : unsigned char {
  round_ties_to_even = 0,    ///< To nearest; of two equally near the one with an even last place.
  round_toward_zero = 1,     ///< To the neighbour of lesser magnitude.
  round_toward_negative = 2, ///< To the neighbour below.
  round_toward_positive = 3, ///< To the neighbour above.
  round_approximate = 4,     ///< Fast, with an error: division and square root of float.
  round_full = 5,            ///< Less fast, with a smaller error over the full range: division of float.
  round_ties_to_away [[tilec::since(13, 5)]] = 6, ///< To nearest; of two equally near the one of greater magnitude: element_cast.
};
/// round_ties_to_even (2.13.3.4).
__tile__ __host__ __device__ constexpr rounding_mode default_rounding_mode() noexcept {
  return rounding_mode::round_ties_to_even;
}
/// A rounding mode as an empty type (2.13.3.2).
template <rounding_mode _Value>
  requires __detail::enumerator_up_to<_Value, (__detail::release < 1305 ? 5 : 6)>
struct rounding_mode_constant : __detail::enumerator_constant<rounding_mode, _Value> {
  /// This type; `value_type`, `value` and both conversions to the value are inherited (2.13.3.2).
  using type = rounding_mode_constant;
};
/// To the nearest number, ties to the one with an even last place (2.13.3.3).
using round_ties_to_even_t = rounding_mode_constant<rounding_mode::round_ties_to_even>;
/// To the neighbour of lesser magnitude (2.13.3.3).
using round_toward_zero_t = rounding_mode_constant<rounding_mode::round_toward_zero>;
/// To the neighbour below (2.13.3.3).
using round_toward_negative_t = rounding_mode_constant<rounding_mode::round_toward_negative>;
/// To the neighbour above (2.13.3.3).
using round_toward_positive_t = rounding_mode_constant<rounding_mode::round_toward_positive>;
/// An approximation over the full range: division of float (2.13.3.3).
using round_full_t = rounding_mode_constant<rounding_mode::round_full>;
/// A fast approximation: division and square root of float (2.13.3.3).
using round_approximate_t = rounding_mode_constant<rounding_mode::round_approximate>;
/// To the nearest number, ties to the one of greater magnitude. Since CUDA 13.5.
using round_ties_to_away_t [[tilec::since(13, 5)]] = rounding_mode_constant<static_cast<rounding_mode>(6)>;
/// round_ties_to_even_t (2.13.3.3).
using default_rounding_mode_t = rounding_mode_constant<default_rounding_mode()>;

/// Whether subnormal operands and results count as zero (1.9.2, 2.13.4).
enum class subnormals_rounding_mode : unsigned char {
  preserve_subnormals = 0,      ///< They stay.
  round_subnormals_to_zero = 1, ///< They become zeros of their sign; float only.
};
/// preserve_subnormals (2.13.4.4).
__tile__ __host__ __device__ constexpr subnormals_rounding_mode default_subnormals_rounding_mode() noexcept {
  return subnormals_rounding_mode::preserve_subnormals;
}
/// A subnormals rounding mode as an empty type (2.13.4.2).
template <subnormals_rounding_mode _Value>
  requires __detail::enumerator_up_to<_Value, subnormals_rounding_mode::round_subnormals_to_zero>
struct subnormals_rounding_mode_constant : __detail::enumerator_constant<subnormals_rounding_mode, _Value> {
  /// This type; `value_type`, `value` and both conversions to the value are inherited (2.13.4.2).
  using type = subnormals_rounding_mode_constant;
};
/// Subnormal operands and results stay (2.13.4.3).
using preserve_subnormals_t = subnormals_rounding_mode_constant<subnormals_rounding_mode::preserve_subnormals>;
/// Subnormal operands and results become zeros of their sign; float only (2.13.4.3).
using round_subnormals_to_zero_t =
    subnormals_rounding_mode_constant<subnormals_rounding_mode::round_subnormals_to_zero>;
/// preserve_subnormals_t (2.13.4.3).
using default_subnormals_rounding_mode_t = subnormals_rounding_mode_constant<default_subnormals_rounding_mode()>;

/// The result of element_cast to an integer for a number outside of the range of the target. Since CUDA 13.5.
enum class saturation_mode : unsigned char {
  saturate_none [[tilec::since(13, 5)]] = 0,   ///< It must be in the range of the target.
  saturate_finite [[tilec::since(13, 5)]] = 1, ///< The nearest limit of the target.
};
/// A saturation mode as an empty type. Since CUDA 13.5.
template <saturation_mode _Value>
  requires __detail::enumerator_up_to<_Value, 1>
struct saturation_mode_constant : __detail::enumerator_constant<saturation_mode, _Value> {
  /// This type; `value_type`, `value` and both conversions to the value are inherited.
  using type = saturation_mode_constant;
};
/// The number must be in the range of the target. Since CUDA 13.5.
using saturate_none_t [[tilec::since(13, 5)]] = saturation_mode_constant<saturation_mode::saturate_none>;
/// A number outside of the range of the target becomes its nearest limit. Since CUDA 13.5.
using saturate_finite_t [[tilec::since(13, 5)]] = saturation_mode_constant<saturation_mode::saturate_finite>;

/// The handling of a NaN operand by max and min (1.9.3, 2.13.5).
enum class nan_propagation_mode : unsigned char {
  suppress_nan = 0,  ///< The number wins.
  propagate_nan = 1, ///< The result is NaN.
};
/// suppress_nan (2.13.5.4).
__tile__ __host__ __device__ constexpr nan_propagation_mode default_nan_propagation_mode() noexcept {
  return nan_propagation_mode::suppress_nan;
}
/// A NaN propagation mode as an empty type (2.13.5.2).
template <nan_propagation_mode _Value>
  requires __detail::enumerator_up_to<_Value, nan_propagation_mode::propagate_nan>
struct nan_propagation_mode_constant : __detail::enumerator_constant<nan_propagation_mode, _Value> {
  /// This type; `value_type`, `value` and both conversions to the value are inherited (2.13.5.2).
  using type = nan_propagation_mode_constant;
};
/// The operand that is a number wins (2.13.5.3).
using suppress_nan_t = nan_propagation_mode_constant<nan_propagation_mode::suppress_nan>;
/// A NaN operand makes the result NaN (2.13.5.3).
using propagate_nan_t = nan_propagation_mode_constant<nan_propagation_mode::propagate_nan>;
/// suppress_nan_t (2.13.5.3).
using default_nan_propagation_mode_t = nan_propagation_mode_constant<default_nan_propagation_mode()>;

/// The value of elements outside the tensor in masked view loads (1.9.4, 2.13.6).
enum class view_padding : unsigned char {
  zero = 0,          ///< 0, of every element type.
  negative_zero = 1, ///< -0, of basic floating point elements, as those below.
  positive_inf = 2,  ///< Infinity.
  negative_inf = 3,  ///< -infinity.
  nan = 4,           ///< NaN.
};
/// zero (2.13.6.4).
__tile__ __host__ __device__ constexpr view_padding default_view_padding() noexcept { return view_padding::zero; }
/// A view padding as an empty type (2.13.6.2).
template <view_padding _Value>
  requires __detail::enumerator_up_to<_Value, view_padding::nan>
struct view_padding_constant : __detail::enumerator_constant<view_padding, _Value> {
  /// This type; `value_type`, `value` and both conversions to the value are inherited (2.13.6.2).
  using type = view_padding_constant;
};
/// Zero, of every element type (2.13.6.3).
using view_padding_zero_t = view_padding_constant<view_padding::zero>;
/// -0, of basic floating point elements (2.13.6.3).
using view_padding_negative_zero_t = view_padding_constant<view_padding::negative_zero>;
/// Infinity, of basic floating point elements (2.13.6.3).
using view_padding_positive_inf_t = view_padding_constant<view_padding::positive_inf>;
/// -infinity, of basic floating point elements (2.13.6.3).
using view_padding_negative_inf_t = view_padding_constant<view_padding::negative_inf>;
/// NaN, of basic floating point elements (2.13.6.3).
using view_padding_nan_t = view_padding_constant<view_padding::nan>;
/// view_padding_zero_t (2.13.6.3).
using default_view_padding_t = view_padding_constant<default_view_padding()>;

/// How an atomic operation orders other memory operations (1.10, 2.13.7). There is no default.
enum class memory_order : unsigned char {
  relaxed = 0, ///< Atomic, and orders nothing else.
  acquire = 1, ///< Of reads: what follows sees what was released.
  release = 2, ///< Of writes: threads that acquire see what precedes.
  acq_rel = 3, ///< Both, of read-modify-write operations.
};
/// A memory order as an empty type (2.13.7.2).
template <memory_order _Value>
  requires __detail::enumerator_up_to<_Value, memory_order::acq_rel>
struct memory_order_constant : __detail::enumerator_constant<memory_order, _Value> {
  /// This type; `value_type`, `value` and both conversions to the value are inherited (2.13.7.2).
  using type = memory_order_constant;
};
/// Atomic, and orders nothing else (2.13.7.3).
using memory_order_relaxed_t = memory_order_constant<memory_order::relaxed>;
/// Later accesses see what was released (2.13.7.3).
using memory_order_acquire_t = memory_order_constant<memory_order::acquire>;
/// Threads that acquire see what precedes (2.13.7.3).
using memory_order_release_t = memory_order_constant<memory_order::release>;
/// Both, of read-modify-write operations (2.13.7.3).
using memory_order_acq_rel_t = memory_order_constant<memory_order::acq_rel>;
/// An order that a load may have: relaxed or acquire (2.13.7.4).
template <memory_order _Order>
concept read_memory_order
    [[tilec::because(true, "a load is relaxed or acquire, not `{_Order}`")]]
    [[tilec::help(true, "write `memory_order_acquire_t{{}}` or `memory_order_relaxed_t{{}}`")]] = __detail::number<_Order> <= __detail::number<memory_order::acquire>;
/// An order that a store may have: relaxed or release (2.13.7.5).
template <memory_order _Order>
concept write_memory_order
    [[tilec::because(true, "a store is relaxed or release, not `{_Order}`")]]
    [[tilec::help(true, "write `memory_order_release_t{{}}` or `memory_order_relaxed_t{{}}`")]] =
    __detail::number<_Order> == 0 || __detail::number<_Order> == __detail::number<memory_order::release>;

/// The threads between which an atomic operation synchronizes (1.10, 2.13.8).
enum class thread_scope : unsigned char {
  system = 0, ///< Hosts and other GPUs too.
  device = 1, ///< The GPU.
  block = 2,  ///< The tile block.
};
/// system (2.13.8.4).
__tile__ __host__ __device__ constexpr thread_scope default_thread_scope() noexcept { return thread_scope::system; }
/// A thread scope as an empty type (2.13.8.2).
template <thread_scope _Value>
  requires __detail::enumerator_up_to<_Value, thread_scope::block>
struct thread_scope_constant : __detail::enumerator_constant<thread_scope, _Value> {
  /// This type; `value_type`, `value` and both conversions to the value are inherited (2.13.8.2).
  using type = thread_scope_constant;
};
/// All threads of the system, hosts and other GPUs too (2.13.8.3).
using thread_scope_system_t = thread_scope_constant<thread_scope::system>;
/// All threads of the GPU (2.13.8.3).
using thread_scope_device_t = thread_scope_constant<thread_scope::device>;
/// The threads of the tile block (2.13.8.3).
using thread_scope_block_t = thread_scope_constant<thread_scope::block>;
/// thread_scope_system_t (2.13.8.3).
using default_thread_scope_t = thread_scope_constant<default_thread_scope()>;

namespace __detail {

/// The Tile IR numbers of orders, scopes and paddings (intrinsics.h).
inline constexpr int weak_order = 0;
template <memory_order _Order> inline constexpr int order_number = number<_Order> + 1;
template <thread_scope _Scope> inline constexpr int scope_number = 2 - number<_Scope>;
template <view_padding _Pad>
inline constexpr int padding_number = number<_Pad> == number<view_padding::nan> ? 2
                                      : number<_Pad> >= 2                       ? number<_Pad> + 1
                                                                                : number<_Pad>;

/// Template arguments that are enumerators; a value outside the enumeration is ill-formed.
template <memory_order _Order>
concept valid_order = __detail::number<_Order> <= __detail::number<memory_order::acq_rel>;
template <thread_scope _Scope>
concept valid_scope = __detail::number<_Scope> <= __detail::number<thread_scope::block>;
template <view_padding _Pad>
concept valid_padding = __detail::number<_Pad> <= __detail::number<view_padding::nan>;
template <nan_propagation_mode _Nan>
concept valid_nan_mode = __detail::number<_Nan> <= __detail::number<nan_propagation_mode::propagate_nan>;

/// A rounding mode with exactly defined results: the four of IEEE 754.
template <rounding_mode _Mode>
concept precise_rounding = __detail::number<_Mode> <= __detail::number<rounding_mode::round_toward_positive>;
/// Subnormals may be flushed for float only.
template <subnormals_rounding_mode _SubMode, class _E>
concept subnormals_mode_for = __detail::number<_SubMode> == 0 || (__detail::number<_SubMode> == 1 && __is_same(_E, float));

/// Modes as the attributes of operations.
template <subnormals_rounding_mode _SubMode> inline constexpr bool flushes = __detail::number<_SubMode> == 1;
template <nan_propagation_mode _Nan> inline constexpr bool propagates = __detail::number<_Nan> == 1;

/// size_t value of an integral_constant, dynamic_extent for any other type (2.8.5).
template <class _T> inline constexpr size extent_constant_or_dynamic = dynamic_extent;
template <auto _V> inline constexpr size extent_constant_or_dynamic<integral_constant<_V>> = static_cast<size>(_V);
/// ptrdiff_t value of an integral_constant, dynamic_offset for any other type.
template <class _T> inline constexpr ptrdiff offset_constant_or_dynamic = dynamic_difference;
template <auto _V>
inline constexpr ptrdiff offset_constant_or_dynamic<integral_constant<_V>> = static_cast<ptrdiff>(_V);

} // namespace __detail

} // namespace cuda::tiles::inline __1

// Section 2.8: extents, the lengths of an array, each known statically or stored.
#pragma once

#include <cuda_tile/constant.h>

namespace cuda::tiles::inline __1 {

namespace __detail {

/// The stored lengths of an extents; empty when there are none.
template <class _I, size _N> struct dynamic_lengths {
  _I values[_N] = {};
};
template <class _I> struct dynamic_lengths<_I, 0> {};

} // namespace __detail

/// The lengths of a multi-dimensional array (2.8.1). Lengths given as dynamic_extent are stored, as I; the others are
/// part of the type. Trivially copyable, equality comparable.
template <integral _I, __detail::size... _Exts>
struct extents : private __detail::dynamic_lengths<_I, (__detail::size(_Exts == dynamic_extent) + ... + 0)> {
  static_assert(!__detail::is_cv<_I>, "the index type of extents may not be const or volatile");

  /// The type of stored lengths.
  using index_type = _I;
  /// The type of dimension numbers.
  using rank_type = __detail::size;

  /// The number of dimensions.
  __tile__ __host__ __device__ static constexpr rank_type rank() noexcept { return sizeof...(_Exts); }
  /// The number of dimensions that are stored.
  __tile__ __host__ __device__ static constexpr rank_type rank_dynamic() noexcept {
    return (rank_type(_Exts == dynamic_extent) + ... + 0);
  }
  /// Length of dimension i if static, else dynamic_extent. Undefined behaviour unless i < rank().
  __tile__ __host__ __device__ static constexpr __detail::size static_extent(rank_type i) noexcept {
    if (!__builtin_is_constant_evaluated())
      __op::require<18>(i < sizeof...(_Exts), "2.8.1: extents::static_extent needs a dimension below rank()");
    rank_type k = 0;
    __detail::size result = 0;
    ((result = k++ == i ? _Exts : result), ...);
    return result;
  }
  /// Length of dimension i. Undefined behaviour unless i < rank() and a static length is representable in index_type.
  __tile__ __host__ __device__ constexpr index_type extent([[maybe_unused]] rank_type i) const noexcept {
    if (!__builtin_is_constant_evaluated())
      __op::require<18>(i < sizeof...(_Exts), "2.8.1: extents::extent needs a dimension below rank()");
    return pick(i, __detail::indices<sizeof...(_Exts)>{});
  }

  /// Stored lengths are 0.
  constexpr extents() noexcept = default;
  /// From the stored lengths only.
  template <class... _OtherExtents>
    requires(sizeof...(_OtherExtents) == rank_dynamic() && sizeof...(_OtherExtents) != 0 &&
             (__is_convertible(_OtherExtents, _I) && ...))
  __tile__ __host__ __device__ explicit constexpr extents(_OtherExtents... other) noexcept
      : __detail::dynamic_lengths<_I, rank_dynamic()>{{static_cast<_I>(other)...}} {}
  /// From all lengths. Undefined behaviour where a static length differs.
  template <class... _OtherExtents>
    requires(sizeof...(_OtherExtents) == sizeof...(_Exts) && sizeof...(_OtherExtents) != rank_dynamic() &&
             sizeof...(_OtherExtents) != 0 && (__is_convertible(_OtherExtents, _I) && ...))
  __tile__ __host__ __device__ explicit constexpr extents(_OtherExtents... other) noexcept {
    assign(__detail::indices<sizeof...(_Exts)>{}, static_cast<_I>(other)...);
  }

private:
  /// The place of dimension i among the stored lengths.
  __tile__ __host__ __device__ static constexpr __detail::size position(__detail::size i) {
    __detail::size k = 0, result = 0;
    ((result += k++ < i && _Exts == dynamic_extent), ...);
    return result;
  }
  template <__detail::size _K, __detail::size _Ext> __tile__ __host__ __device__ constexpr _I length() const {
    if constexpr (_Ext == dynamic_extent)
      return this->values[position(_K)];
    else
      return static_cast<_I>(_Ext);
  }
  // Every index into the array is a constant: a run-time dimension becomes selects, and the array stays in registers.
  template <__detail::size... _K>
  __tile__ __host__ __device__ constexpr _I pick(rank_type i, __detail::index_list<_K...>) const {
    if constexpr (((_Exts != dynamic_extent && _Exts > __detail::max_of<_I>) || ...)) {
      if (!__builtin_is_constant_evaluated())
        __op::require<19>(((i != _K || _Exts == dynamic_extent || _Exts <= __detail::max_of<_I>) && ...),
                      "2.8.1: extents::extent needs a length that is representable in the index type");
    }
    _I result = 0;
    ((result = i == _K ? length<_K, _Exts>() : result), ...);
    return result;
  }
  template <__detail::size... _K, class... _V>
  __tile__ __host__ __device__ constexpr void assign(__detail::index_list<_K...>, _V... lengths) {
    (assign_one<_K, _Exts>(lengths), ...);
  }
  template <__detail::size _K, __detail::size _Ext> __tile__ __host__ __device__ constexpr void assign_one(_I value) {
    if constexpr (_Ext == dynamic_extent)
      this->values[position(_K)] = value;
    else if (!__builtin_is_constant_evaluated())
      __op::require<19>(value == static_cast<_I>(_Ext), "2.8.1: a static length must be given its own value");
  }
};
template <class... _Ts> extents(_Ts...) -> extents<unsigned, __detail::extent_constant_or_dynamic<_Ts>...>;

/// extents with index type uint32_t; the shapes of tiles are of this type (2.8.3).
template <__detail::size... _Exts> using shape = extents<unsigned, _Exts...>;

/// Same rank and lengths (2.8.4).
template <extents_like _Lhs, extents_like _Rhs>
__tile__ __host__ __device__ constexpr bool operator==(_Lhs const &lhs, _Rhs const &rhs) noexcept {
  return extents_equal(lhs, rhs);
}

} // namespace cuda::tiles::inline __1

// Section 2.8: extents, strides and offsets of an array, each value known statically or stored.
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
struct extents : private __detail::dynamic_lengths<_I, (__detail::size(_Exts == __detail::dynamic_size) + ... + 0)> {
  static_assert(!__detail::is_cv<_I>, "the index type of extents may not be const or volatile");

  /// The type of stored lengths.
  using index_type = _I;
  /// The type of dimension numbers.
  using rank_type = __detail::size;

  /// The number of dimensions.
  __tile__ __host__ __device__ static constexpr rank_type rank() noexcept { return sizeof...(_Exts); }
  /// The number of dimensions that are stored.
  __tile__ __host__ __device__ static constexpr rank_type rank_dynamic() noexcept {
    return (rank_type(_Exts == __detail::dynamic_size) + ... + 0);
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
    ((result += k++ < i && _Exts == __detail::dynamic_size), ...);
    return result;
  }
  template <__detail::size _K, __detail::size _Ext> __tile__ __host__ __device__ constexpr _I length() const {
    if constexpr (_Ext == __detail::dynamic_size)
      return this->values[position(_K)];
    else
      return static_cast<_I>(_Ext);
  }
  // Every index into the array is a constant: a run-time dimension becomes selects, and the array stays in registers.
  template <__detail::size... _K>
  __tile__ __host__ __device__ constexpr _I pick(rank_type i, __detail::index_list<_K...>) const {
    if constexpr (((_Exts != __detail::dynamic_size && _Exts > __detail::max_of<_I>) || ...)) {
      if (!__builtin_is_constant_evaluated())
        __op::require<19>(((i != _K || _Exts == __detail::dynamic_size || _Exts <= __detail::max_of<_I>) && ...),
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
    if constexpr (_Ext == __detail::dynamic_size)
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

// ---- strides and offsets -----------------------------------------------------------------------------------------------

namespace __detail {

/// The arguments of a constructor are the stored values; they are all values.
struct stored_alone {};
struct stored_among {};

/// Values of type T, those equal to Dynamic stored and the others part of the type.
template <class _T, class _Static, _Static _Dynamic, _Static... _Values>
struct mixed_values : dynamic_lengths<_T, (size(_Values == _Dynamic) + ... + 0)> {
  static constexpr size n_stored = (size(_Values == _Dynamic) + ... + 0);

  constexpr mixed_values() noexcept = default;
  template <class... _V>
  __tile__ __host__ __device__ constexpr mixed_values(stored_alone, _V... values) noexcept
      : dynamic_lengths<_T, n_stored>{{values...}} {}
  template <class... _V> __tile__ __host__ __device__ constexpr mixed_values(stored_among, _V... values) noexcept {
    if constexpr (n_stored != 0)
      assign(indices<sizeof...(_Values)>{}, values...);
  }

  __tile__ __host__ __device__ static constexpr _Static static_value(size i) noexcept {
    size k = 0;
    _Static result = 0;
    ((result = k++ == i ? _Values : result), ...);
    return result;
  }
  __tile__ __host__ __device__ constexpr _T value([[maybe_unused]] size i) const noexcept {
    return pick(i, indices<sizeof...(_Values)>{});
  }

private:
  /// The place of dimension i among the stored values.
  __tile__ __host__ __device__ static constexpr size position(size i) {
    size k = 0, result = 0;
    ((result += k++ < i && _Values == _Dynamic), ...);
    return result;
  }
  template <size _K, _Static _Value> __tile__ __host__ __device__ constexpr _T one() const {
    if constexpr (_Value == _Dynamic)
      return this->values[position(_K)];
    else
      return static_cast<_T>(_Value);
  }
  // Every index into the array is a constant: a run-time dimension becomes selects, and the array stays in registers.
  template <size... _K> __tile__ __host__ __device__ constexpr _T pick(size i, index_list<_K...>) const {
    _T result = 0;
    ((result = i == _K ? one<_K, _Values>() : result), ...);
    return result;
  }
  template <size... _K, class... _V>
  __tile__ __host__ __device__ constexpr void assign(index_list<_K...>, _V... values) {
    (assign_one<_K, _Values>(values), ...);
  }
  template <size _K, _Static _Value> __tile__ __host__ __device__ constexpr void assign_one(_T value) {
    if constexpr (_Value == _Dynamic)
      this->values[position(_K)] = value;
  }
};

} // namespace __detail

/// The strides of a multi-dimensional array. Those given as dynamic_stride are stored, as the first argument; the others are
/// part of the type. Trivially copyable, equality comparable. Since CUDA 13.4.
template <integral _StrideType, __detail::size... _Values>
struct [[tilec::since(13, 4)]] strides
    : private __detail::mixed_values<_StrideType, __detail::size, static_cast<__detail::size>(-1), _Values...> {
  static_assert(!__detail::is_cv<_StrideType>, "the type of strides may not be const or volatile");

  /// The type of stored strides.
  using stride_type = _StrideType;
  /// The type of dimension numbers.
  using rank_type = __detail::size;

  /// The number of dimensions.
  __tile__ __host__ __device__ static constexpr rank_type rank() noexcept { return sizeof...(_Values); }
  /// The number of strides that are stored.
  __tile__ __host__ __device__ static constexpr rank_type rank_dynamic() noexcept { return base::n_stored; }
  /// Stride of dimension i if static, else dynamic_stride; 0 unless i is below the rank.
  __tile__ __host__ __device__ static constexpr __detail::size static_stride(rank_type i) noexcept {
    return base::static_value(i);
  }
  /// Stride of dimension i; 0 unless i is below the rank.
  __tile__ __host__ __device__ constexpr stride_type stride(rank_type i) const noexcept { return base::value(i); }

  /// Stored strides are 0.
  constexpr strides() noexcept = default;
  /// From the stored strides only.
  template <class... _Others>
    requires(sizeof...(_Others) == rank_dynamic() && sizeof...(_Others) != 0 &&
             (__is_convertible(_Others, _StrideType) && ...))
  __tile__ __host__ __device__ explicit constexpr strides(_Others... other) noexcept
      : base(__detail::stored_alone{}, static_cast<_StrideType>(other)...) {}
  /// From all strides; the values of static ones are ignored.
  template <class... _Others>
    requires(sizeof...(_Others) == sizeof...(_Values) && sizeof...(_Others) != rank_dynamic() &&
             sizeof...(_Others) != 0 && (__is_convertible(_Others, _StrideType) && ...))
  __tile__ __host__ __device__ explicit constexpr strides(_Others... other) noexcept
      : base(__detail::stored_among{}, static_cast<_StrideType>(other)...) {}

private:
  using base = __detail::mixed_values<_StrideType, __detail::size, static_cast<__detail::size>(-1), _Values...>;
};
template <class... _Ts> strides(_Ts...) -> strides<unsigned, __detail::extent_constant_or_dynamic<_Ts>...>;

/// Do two strides have the same rank and values, whatever their types? Since CUDA 13.4.
template <__detail::any_strides _T, __detail::any_strides _U>
[[tilec::since(13, 4)]] __tile__ __host__ __device__ constexpr bool strides_equal(_T const &x, _U const &y) noexcept {
  if constexpr (__detail::size(_T::rank()) != __detail::size(_U::rank())) {
    return false;
  } else {
    return [&]<__detail::size... _I>(__detail::index_list<_I...>) {
      return ((static_cast<long long>(x.stride(_I)) == static_cast<long long>(y.stride(_I))) && ...);
    }(__detail::indices<__detail::size(_T::rank())>{});
  }
}

/// Same rank and values. Since CUDA 13.4.
template <__detail::any_strides _Lhs, __detail::any_strides _Rhs>
[[tilec::since(13, 4)]] __tile__ __host__ __device__ constexpr bool operator==(_Lhs const &lhs, _Rhs const &rhs) noexcept {
  return strides_equal(lhs, rhs);
}

/// The offsets of a multi-dimensional array. Those given as dynamic_offset are stored, as the first argument; the others are
/// part of the type. Trivially copyable, equality comparable. Since CUDA 13.4.
template <integral _OffsetType, __detail::ptrdiff... _Values>
struct [[tilec::since(13, 4)]] offsets
    : private __detail::mixed_values<_OffsetType, __detail::ptrdiff, __detail::dynamic_difference, _Values...> {
  static_assert(!__detail::is_cv<_OffsetType>, "the type of offsets may not be const or volatile");

  /// The type of stored offsets.
  using offset_type = _OffsetType;
  /// The type of dimension numbers.
  using rank_type = __detail::size;

  /// The number of dimensions.
  __tile__ __host__ __device__ static constexpr rank_type rank() noexcept { return sizeof...(_Values); }
  /// The number of offsets that are stored.
  __tile__ __host__ __device__ static constexpr rank_type rank_dynamic() noexcept { return base::n_stored; }
  /// Offset of dimension i if static, else dynamic_offset; 0 unless i is below the rank.
  __tile__ __host__ __device__ static constexpr __detail::ptrdiff static_offset(rank_type i) noexcept {
    return base::static_value(i);
  }
  /// Offset of dimension i; 0 unless i is below the rank.
  __tile__ __host__ __device__ constexpr offset_type offset(rank_type i) const noexcept { return base::value(i); }

  /// Stored offsets are 0.
  constexpr offsets() noexcept = default;
  /// From the stored offsets only.
  template <class... _Others>
    requires(sizeof...(_Others) == rank_dynamic() && sizeof...(_Others) != 0 &&
             (__is_convertible(_Others, _OffsetType) && ...))
  __tile__ __host__ __device__ explicit constexpr offsets(_Others... other) noexcept
      : base(__detail::stored_alone{}, static_cast<_OffsetType>(other)...) {}
  /// From all offsets; the values of static ones are ignored.
  template <class... _Others>
    requires(sizeof...(_Others) == sizeof...(_Values) && sizeof...(_Others) != rank_dynamic() &&
             sizeof...(_Others) != 0 && (__is_convertible(_Others, _OffsetType) && ...))
  __tile__ __host__ __device__ explicit constexpr offsets(_Others... other) noexcept
      : base(__detail::stored_among{}, static_cast<_OffsetType>(other)...) {}

private:
  using base = __detail::mixed_values<_OffsetType, __detail::ptrdiff, __detail::dynamic_difference, _Values...>;
};
template <class... _Ts> offsets(_Ts...) -> offsets<int, __detail::offset_constant_or_dynamic<_Ts>...>;

/// Do two offsets have the same rank and values, whatever their types? Since CUDA 13.4.
template <__detail::any_offsets _T, __detail::any_offsets _U>
[[tilec::since(13, 4)]] __tile__ __host__ __device__ constexpr bool offsets_equal(_T const &x, _U const &y) noexcept {
  if constexpr (__detail::size(_T::rank()) != __detail::size(_U::rank())) {
    return false;
  } else {
    return [&]<__detail::size... _I>(__detail::index_list<_I...>) {
      return ((static_cast<long long>(x.offset(_I)) == static_cast<long long>(y.offset(_I))) && ...);
    }(__detail::indices<__detail::size(_T::rank())>{});
  }
}

/// Same rank and values. Since CUDA 13.4.
template <__detail::any_offsets _Lhs, __detail::any_offsets _Rhs>
[[tilec::since(13, 4)]] __tile__ __host__ __device__ constexpr bool operator==(_Lhs const &lhs, _Rhs const &rhs) noexcept {
  return offsets_equal(lhs, rhs);
}

} // namespace cuda::tiles::inline __1

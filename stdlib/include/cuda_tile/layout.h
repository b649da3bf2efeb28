// Section 2.10 and 2.1.6: layout mappings: the strides of an array with given extents.
#pragma once

#include <cuda_tile/extents.h>

namespace cuda::tiles::inline __1 {

/// The stride of dimension idx of the mapping T where it is known statically, else dynamic_extent. Specialize it for
/// mappings that have no static_stride member (2.10.12).
template <class _T> struct layout_mapping_static_stride {
  /// The stride of a dimension, or dynamic_extent. Undefined behaviour unless idx is below the rank.
  __tile__ __host__ __device__ constexpr __detail::size operator()(typename _T::rank_type idx) const noexcept
    requires requires { requires __is_same(decltype(_T::static_stride(idx)), __detail::size); }
  {
    return _T::static_stride(idx);
  }
};

namespace __detail {

/// The requirements of 1.8.1 on a cv-unqualified type.
template <class _M>
concept mapping_members = requires(_M const &m, typename _M::rank_type const &dim) {
  requires copyable<_M>;
  requires extents_like<typename _M::extents_type> && !is_cv<typename _M::extents_type>;
  requires __is_same(typename _M::rank_type, typename _M::extents_type::rank_type);
  requires __is_same(typename _M::index_type, typename _M::extents_type::index_type);
  requires __is_same(typename _M::layout_type::template mapping<typename _M::extents_type>, _M);
  requires __is_same(decltype(_M::is_always_strided()), bool);
  requires _M::is_always_strided();
  requires __is_same(decltype(layout_mapping_static_stride<_M>{}(dim)), size);
  requires __is_same(decltype(m.stride(dim)), typename _M::index_type);
  requires __is_same(decltype(m.extents()), typename _M::extents_type const &);
};

} // namespace __detail

/// A type that gives the extents of an array and the stride of every dimension (1.8.1, 2.1.6.1). A type that has the
/// members but not their meaning is undefined behaviour.
template <class _T>
concept layout_mapping = __detail::mapping_members<__detail::remove_cv<_T>>;

/// Do two mappings have the same rank, lengths and strides, whatever the index types (2.1.6.4)?
template <layout_mapping _L, layout_mapping _R>
__tile__ __host__ __device__ constexpr bool layout_mapping_equal(_L const &x, _R const &y) noexcept {
  if constexpr (__detail::size(_L::extents_type::rank()) != __detail::size(_R::extents_type::rank())) {
    return false;
  } else {
    return extents_equal(x.extents(), y.extents()) && [&]<__detail::size... _I>(__detail::index_list<_I...>) {
      return ((static_cast<unsigned long long>(x.stride(_I)) == static_cast<unsigned long long>(y.stride(_I))) && ...);
    }(__detail::indices<__detail::size(_L::extents_type::rank())>{});
  }
}

/// Same rank, lengths and strides (2.10.11).
template <layout_mapping _Lhs, layout_mapping _Rhs>
__tile__ __host__ __device__ constexpr bool operator==(_Lhs const &lhs, _Rhs const &rhs) noexcept {
  return layout_mapping_equal(lhs, rhs);
}

namespace __detail {

/// A product of lengths as _I; undefined behaviour when not representable.
template <class _I> __tile__ __host__ __device__ constexpr _I stride_product(_I a, _I b) {
  if constexpr (!info_of<_I>.is_signed()) { // signed overflow is undefined by itself
    if (!__builtin_is_constant_evaluated())
      __op::require<21>(b == 0 || a <= static_cast<_I>(static_cast<_I>(max_of<_I>) / (b == 0 ? _I(1) : b)),
                        "2.10: a stride must be representable in its type");
  }
  return static_cast<_I>(a * b);
}

/// The product of the static lengths before (_Left) or after dimension i; dynamic_extent when one of them is dynamic.
template <class _E, bool _Left, size... _I>
__tile__ __host__ __device__ constexpr size static_stride_of(size i, index_list<_I...>) {
  bool const is_static = ((!(_Left ? _I < i : _I > i) || _E::static_extent(_I) != dynamic_size) && ...);
  size product = 1;
  if (is_static)
    ((product = __detail::stride_product<size>(product, (_Left ? _I < i : _I > i) ? _E::static_extent(_I) : 1)), ...);
  return is_static ? product : static_cast<size>(dynamic_extent);
}

/// The product of the lengths before (_Left) or after dimension i.
template <bool _Left, class _E, size... _I>
__tile__ __host__ __device__ constexpr typename _E::index_type stride_of(_E const &e, size i, index_list<_I...>) {
  using index = typename _E::index_type;
  index product = 1;
  ((product = __detail::stride_product<index>(product, (_Left ? _I < i : _I > i) ? e.extent(_I) : index(1))), ...);
  return product;
}

/// Length rounded up to a multiple of the alignment, dynamic if either is.
__tile__ __host__ __device__ constexpr size padded_length(size length, size alignment) {
  return length == dynamic_size || alignment == dynamic_size ? dynamic_size
         : alignment == 0                                    ? 0
                                                             : (length + alignment - 1) / alignment * alignment;
}

/// A length rounded up to a multiple of an alignment; undefined behaviour when _I has no such value. Signed overflow of
/// int and wider types is undefined by itself; any other wraps to less than the length.
template <class _I> __tile__ __host__ __device__ constexpr _I padded_extent(_I length, _I alignment) {
  _I const padded = static_cast<_I>((length + alignment - 1) / alignment * alignment);
  if (!__builtin_is_constant_evaluated())
    __op::require<21>(padded >= length, "2.10: a padded extent must be representable in the index type");
  return padded;
}

/// An extents with dimension _Dim padded: its type and value.
template <class _E, size _A, size _Dim, class _Indices = indices<size(_E::rank())>> struct padded;
template <class _E, size _A, size _Dim, size... _I> struct padded<_E, _A, _Dim, index_list<_I...>> {
  using type = extents<typename _E::index_type,
                       (_I == _Dim ? padded_length(_E::static_extent(_I), _A) : _E::static_extent(_I))...>;
  __tile__ __host__ __device__ static constexpr type make(_E const &e, typename _E::index_type alignment) {
    if constexpr (sizeof...(_I) == 0)
      return type{};
    else
      return type((_I == _Dim ? __detail::padded_extent<typename _E::index_type>(e.extent(_I), alignment)
                              : e.extent(_I))...);
  }
};

/// The alignment of a padded mapping: stored if not static.
template <class _I, size _A> struct alignment_value {
  __tile__ __host__ __device__ constexpr alignment_value(_I) {}
  __tile__ __host__ __device__ constexpr _I get() const { return static_cast<_I>(_A); }
};
template <class _I> struct alignment_value<_I, dynamic_extent> {
  _I value;
  __tile__ __host__ __device__ constexpr alignment_value(_I v) : value(v) {}
  __tile__ __host__ __device__ constexpr _I get() const { return value; }
};

__tile__ __host__ __device__ constexpr void require_dim(size i, size rank) {
  if (!__builtin_is_constant_evaluated())
    __op::require<21>(i < rank, "2.10: a stride needs a dimension below the rank");
}

} // namespace __detail

// ---- 2.10.1 - 2.10.4 row and column major -------------------------------------------------------------------------

template <extents_like _E> struct layout_right_mapping;
template <extents_like _E> struct layout_left_mapping;

/// Row-major order: the last dimension is contiguous (2.10.1).
struct layout_right {
  /// The mapping of this layout for extents E (2.10).
  template <extents_like _E> using mapping = layout_right_mapping<_E>;
};
/// Column-major order: the first dimension is contiguous (2.10.3).
struct layout_left {
  /// The mapping of this layout for extents E (2.10).
  template <extents_like _E> using mapping = layout_left_mapping<_E>;
};

/// Strides of row-major order: the product of the lengths after the dimension (2.10.2).
template <extents_like _E> struct layout_right_mapping {
  static_assert(!__detail::is_cv<_E>, "the extents of a mapping may not be const or volatile");
  /// The type of the extents.
  using extents_type = _E;
  /// The type of numbers of dimensions.
  using rank_type = typename _E::rank_type;
  /// The type of lengths and strides.
  using index_type = typename _E::index_type;
  /// The layout whose mapping this is.
  using layout_type = layout_right;

  /// The mapping of these extents (2.10.2).
  __tile__ __host__ __device__ explicit constexpr layout_right_mapping(extents_type const &other) noexcept
      : __extents(other) {}
  /// true.
  __tile__ __host__ __device__ static constexpr bool is_always_strided() noexcept { return true; }
  /// The stride of dimension i if static, else dynamic_extent. Undefined behaviour unless i is below the rank.
  __tile__ __host__ __device__ static constexpr __detail::size static_stride(rank_type i) noexcept {
    __detail::require_dim(i, _E::rank());
    return __detail::static_stride_of<_E, false>(i, __detail::indices<__detail::size(_E::rank())>{});
  }
  /// The stride of dimension i. Undefined behaviour unless i is below the rank and the stride is representable.
  __tile__ __host__ __device__ constexpr index_type stride(rank_type i) const noexcept {
    __detail::require_dim(i, _E::rank());
    return __detail::stride_of<false>(__extents, i, __detail::indices<__detail::size(_E::rank())>{});
  }
  /// The extents.
  __tile__ __host__ __device__ constexpr extents_type const &extents() const noexcept { return __extents; }

private:
  [[no_unique_address]] extents_type __extents;
};

/// Strides of column-major order: the product of the lengths before the dimension (2.10.4).
template <extents_like _E> struct layout_left_mapping {
  static_assert(!__detail::is_cv<_E>, "the extents of a mapping may not be const or volatile");
  /// The type of the extents.
  using extents_type = _E;
  /// The type of numbers of dimensions.
  using rank_type = typename _E::rank_type;
  /// The type of lengths and strides.
  using index_type = typename _E::index_type;
  /// The layout whose mapping this is.
  using layout_type = layout_left;

  /// The mapping of these extents (2.10.4).
  __tile__ __host__ __device__ explicit constexpr layout_left_mapping(extents_type const &other) noexcept
      : __extents(other) {}
  /// true.
  __tile__ __host__ __device__ static constexpr bool is_always_strided() noexcept { return true; }
  /// The stride of dimension i if static, else dynamic_extent. Undefined behaviour unless i is below the rank.
  __tile__ __host__ __device__ static constexpr __detail::size static_stride(rank_type i) noexcept {
    __detail::require_dim(i, _E::rank());
    return __detail::static_stride_of<_E, true>(i, __detail::indices<__detail::size(_E::rank())>{});
  }
  /// The stride of dimension i. Undefined behaviour unless i is below the rank and the stride is representable.
  __tile__ __host__ __device__ constexpr index_type stride(rank_type i) const noexcept {
    __detail::require_dim(i, _E::rank());
    return __detail::stride_of<true>(__extents, i, __detail::indices<__detail::size(_E::rank())>{});
  }
  /// The extents.
  __tile__ __host__ __device__ constexpr extents_type const &extents() const noexcept { return __extents; }

private:
  [[no_unique_address]] extents_type __extents;
};

namespace __detail {
template <class _I, size... _X> inline constexpr bool copyable<layout_right_mapping<extents<_I, _X...>>> = true;
template <class _I, size... _X> inline constexpr bool copyable<layout_left_mapping<extents<_I, _X...>>> = true;
} // namespace __detail

// ---- 2.10.5 - 2.10.8 padded ---------------------------------------------------------------------------------------

template <extents_like _E, __detail::size _A> struct layout_right_padded_mapping;
template <extents_like _E, __detail::size _A> struct layout_left_padded_mapping;

/// Row-major order with the last dimension padded to a multiple of A (2.10.5).
template <__detail::size _Alignment> struct layout_right_padded {
  /// The mapping of this layout for extents E (2.10).
  template <extents_like _E> using mapping = layout_right_padded_mapping<_E, _Alignment>;
};
/// Column-major order with the first dimension padded to a multiple of A (2.10.7).
template <__detail::size _Alignment> struct layout_left_padded {
  /// The mapping of this layout for extents E (2.10).
  template <extents_like _E> using mapping = layout_left_padded_mapping<_E, _Alignment>;
};

/// Strides of row-major order over extents whose last dimension is rounded up to a multiple of A; extents() is the
/// unpadded shape. A may be dynamic_extent: the alignment is then the constructor's argument (2.10.6).
template <extents_like _E, __detail::size _A> struct layout_right_padded_mapping {
  static_assert(!__detail::is_cv<_E>, "the extents of a mapping may not be const or volatile");
  /// The type of the extents.
  using extents_type = _E;
  /// The type of numbers of dimensions.
  using rank_type = typename _E::rank_type;
  /// The type of lengths and strides.
  using index_type = typename _E::index_type;
  /// The layout whose mapping this is.
  using layout_type = layout_right_padded<_A>;

  /// The mapping of these extents, padded to this alignment; a static A is what counts (2.10.6, 2.10.8).
  template <class _T>
    requires(__is_convertible(_T, index_type))
  __tile__ __host__ __device__ constexpr layout_right_padded_mapping(extents_type const &other, _T alignment) noexcept
      : __extents(other), __alignment(static_cast<index_type>(alignment)) {}
  /// true.
  __tile__ __host__ __device__ static constexpr bool is_always_strided() noexcept { return true; }
  /// The stride of dimension i if static, else dynamic_extent. Undefined behaviour unless i is below the rank.
  __tile__ __host__ __device__ static constexpr __detail::size static_stride(rank_type i) noexcept {
    return layout_right_mapping<typename padded::type>::static_stride(i);
  }
  /// The stride of dimension i. Undefined behaviour unless i is below the rank and the stride is representable.
  __tile__ __host__ __device__ constexpr index_type stride(rank_type i) const noexcept {
    return layout_right_mapping<typename padded::type>(padded::make(__extents, __alignment.get())).stride(i);
  }
  /// The unpadded extents.
  __tile__ __host__ __device__ constexpr extents_type const &extents() const noexcept { return __extents; }

private:
  using padded = __detail::padded<_E, _A, __detail::size(_E::rank()) - 1>;
  [[no_unique_address]] extents_type __extents;
  [[no_unique_address]] __detail::alignment_value<index_type, _A> __alignment;
};
template <class _E, class _A>
layout_right_padded_mapping(_E const &, _A)
    -> layout_right_padded_mapping<_E, __detail::extent_constant_or_dynamic<_A>>;

/// Strides of column-major order over extents whose first dimension is rounded up to a multiple of A; as above
/// (2.10.8).
template <extents_like _E, __detail::size _A> struct layout_left_padded_mapping {
  static_assert(!__detail::is_cv<_E>, "the extents of a mapping may not be const or volatile");
  /// The type of the extents.
  using extents_type = _E;
  /// The type of numbers of dimensions.
  using rank_type = typename _E::rank_type;
  /// The type of lengths and strides.
  using index_type = typename _E::index_type;
  /// The layout whose mapping this is.
  using layout_type = layout_left_padded<_A>;

  /// The mapping of these extents, padded to this alignment; a static A is what counts (2.10.6, 2.10.8).
  template <class _T>
    requires(__is_convertible(_T, index_type))
  __tile__ __host__ __device__ constexpr layout_left_padded_mapping(extents_type const &other, _T alignment) noexcept
      : __extents(other), __alignment(static_cast<index_type>(alignment)) {}
  /// true.
  __tile__ __host__ __device__ static constexpr bool is_always_strided() noexcept { return true; }
  /// The stride of dimension i if static, else dynamic_extent. Undefined behaviour unless i is below the rank.
  __tile__ __host__ __device__ static constexpr __detail::size static_stride(rank_type i) noexcept {
    return layout_left_mapping<typename padded::type>::static_stride(i);
  }
  /// The stride of dimension i. Undefined behaviour unless i is below the rank and the stride is representable.
  __tile__ __host__ __device__ constexpr index_type stride(rank_type i) const noexcept {
    return layout_left_mapping<typename padded::type>(padded::make(__extents, __alignment.get())).stride(i);
  }
  /// The unpadded extents.
  __tile__ __host__ __device__ constexpr extents_type const &extents() const noexcept { return __extents; }

private:
  using padded = __detail::padded<_E, _A, 0>;
  [[no_unique_address]] extents_type __extents;
  [[no_unique_address]] __detail::alignment_value<index_type, _A> __alignment;
};
template <class _E, class _A>
layout_left_padded_mapping(_E const &, _A) -> layout_left_padded_mapping<_E, __detail::extent_constant_or_dynamic<_A>>;

// ---- 2.10.9, 2.10.10 strided --------------------------------------------------------------------------------------

namespace __detail {
/// What gives the strides of a mapping: extents, and since CUDA 13.4 strides.
template <class _S>
concept stride_source
    [[tilec::because(true, "`{_S}` is neither a type of extents nor one of strides")]] =
    extents_like<_S> || any_strides<_S>;

/// Strides as a mapping asks for them.
template <class _S> struct strides_of {
  using type = typename _S::stride_type;
  __tile__ __host__ __device__ static constexpr size static_stride(typename _S::rank_type i) noexcept {
    require_dim(i, _S::rank());
    return _S::static_stride(i);
  }
  __tile__ __host__ __device__ static constexpr type stride(_S const &strides, typename _S::rank_type i) noexcept {
    require_dim(i, _S::rank());
    return strides.stride(i);
  }
};
template <extents_like _S> struct strides_of<_S> {
  using type = typename _S::index_type;
  __tile__ __host__ __device__ static constexpr size static_stride(typename _S::rank_type i) noexcept {
    return _S::static_extent(i);
  }
  __tile__ __host__ __device__ static constexpr type stride(_S const &strides, typename _S::rank_type i) noexcept {
    return strides.extent(i);
  }
};

/// Extents and strides of one rank and index type.
template <class _E, class _S>
concept strides_for
    [[tilec::because(size(_E::rank()) != size(_S::rank()), "the rank of the extents is {} and that of the strides {}",
                     size(_E::rank()), size(_S::rank()))]]
    [[tilec::because(extents_like<_E> && stride_source<_S> && sizeof(typename _E::index_type) != sizeof(typename strides_of<_S>::type),
                     "the index type of the extents has {} bits and that of the strides {}", 8 * sizeof(typename _E::index_type),
                     8 * sizeof(typename strides_of<_S>::type))]]
    [[tilec::because(true, "the index types of the extents and of the strides differ")]]
    [[tilec::help(extents_like<_E> && stride_source<_S> && (size(_E::rank()) == size(_S::rank())),
                  "give both one index type: `extents{{rows, columns}}` has it from its values, as extents and as strides")]]
    [[tilec::help(size(_E::rank()) == 2 && size(_S::rank()) == 1, "strides have one number for each axis, `extents{{columns, 1}}`")]] =
    extents_like<_E> && stride_source<_S> && (size(_E::rank()) == size(_S::rank())) &&
    __is_same(typename _E::index_type, typename strides_of<_S>::type);
} // namespace __detail

template <extents_like _E, __detail::stride_source _S>
  requires __detail::strides_for<_E, _S>
struct layout_strided_mapping;

/// Any strides, each static or dynamic as the extents or strides S say (2.10.9).
template <__detail::stride_source _Strides> struct layout_strided {
  /// The mapping of this layout for extents E (2.10).
  template <extents_like _E> using mapping = layout_strided_mapping<_E, _Strides>;
};

/// Strides given one by one (2.10.10).
template <extents_like _E, __detail::stride_source _S>
  requires __detail::strides_for<_E, _S>
struct layout_strided_mapping {
  static_assert(!__detail::is_cv<_E> && !__detail::is_cv<_S>,
                "the extents and strides of a mapping may not be const or volatile");
  /// The type of the extents.
  using extents_type = _E;
  /// The type of numbers of dimensions.
  using rank_type = typename _E::rank_type;
  /// The type of lengths and strides.
  using index_type = typename _E::index_type;
  /// The layout whose mapping this is.
  using layout_type = layout_strided<_S>;

  /// The mapping of these extents and strides (2.10.10).
  __tile__ __host__ __device__ constexpr layout_strided_mapping(extents_type const &other, _S const &strides) noexcept
      : __extents(other), __strides(strides) {}
  /// true.
  __tile__ __host__ __device__ static constexpr bool is_always_strided() noexcept { return true; }
  /// The stride of dimension i if static, else dynamic_extent. Undefined behaviour unless i is below the rank.
  __tile__ __host__ __device__ static constexpr __detail::size static_stride(rank_type i) noexcept {
    return __detail::strides_of<_S>::static_stride(i);
  }
  /// The stride of dimension i. Undefined behaviour unless i is below the rank.
  __tile__ __host__ __device__ constexpr index_type stride(rank_type i) const noexcept {
    return __detail::strides_of<_S>::stride(__strides, i);
  }
  /// The extents.
  __tile__ __host__ __device__ constexpr extents_type const &extents() const noexcept { return __extents; }

private:
  [[no_unique_address]] extents_type __extents;
  [[no_unique_address]] _S __strides;
};

namespace __detail {
/// Is it a layout of this header, whose strides are what they promise?
template <class _L> inline constexpr bool is_own_layout = false;
template <> inline constexpr bool is_own_layout<layout_right> = true;
template <> inline constexpr bool is_own_layout<layout_left> = true;
template <size _A> inline constexpr bool is_own_layout<layout_right_padded<_A>> = true;
template <size _A> inline constexpr bool is_own_layout<layout_left_padded<_A>> = true;
template <class _S> inline constexpr bool is_own_layout<layout_strided<_S>> = true;
} // namespace __detail

} // namespace cuda::tiles::inline __1

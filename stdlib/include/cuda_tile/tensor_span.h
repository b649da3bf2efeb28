// Section 2.11 and 2.1.6: tensor_span, a pointer with a layout.
#pragma once

#include <cuda_tile/layout.h>

namespace cuda::tiles::inline __1 {

/// Specialize with true for accessors that are plain pointer dereference (2.11.4).
template <class _T> inline constexpr bool enable_contiguous_accessor_policy = false;

namespace __detail {

/// The members say `element_type *` and `element_type &`, and enable_contiguous_accessor_policy is true for the type.
template <class _A>
concept accessor_members = requires {
  requires copyable<_A>;
  requires scalar<typename _A::element_type>;
  requires __is_same(typename _A::data_handle_type, typename _A::element_type *);
  requires __is_same(typename _A::reference, typename _A::element_type &);
  requires enable_contiguous_accessor_policy<_A>;
};

} // namespace __detail

/// A type that says how elements are accessed; only plain pointers are supported (1.8.2, 2.1.6.2).
template <class _T>
concept accessor_policy = __detail::accessor_members<__detail::remove_cv<_T>>;

/// Plain pointer access to elements E (2.11.3).
template <scalar _E> struct default_accessor {
  /// The type of the elements, with its const and volatile.
  using element_type = _E;
  /// A pointer to elements.
  using data_handle_type = _E *;
  /// The result of an access.
  using reference = _E &;
};
/// Plain pointers are contiguous (2.11.3).
template <scalar _E> inline constexpr bool enable_contiguous_accessor_policy<default_accessor<_E>> = true;
namespace __detail {
template <class _E> inline constexpr bool copyable<default_accessor<_E>> = true;
} // namespace __detail

namespace __detail {

/// A tensor_span of the library's layouts and accessor has the members.
template <class _T> inline constexpr bool is_own_span = false;

template <class _T>
concept span_members = is_own_span<_T> || requires(_T const &t) {
  requires copyable<_T>;
  requires layout_mapping<typename _T::mapping_type> && !is_cv<typename _T::mapping_type>;
  requires accessor_policy<typename _T::accessor_type> && !is_cv<typename _T::accessor_type>;
  requires __is_same(typename _T::extents_type, typename _T::mapping_type::extents_type);
  requires __is_same(typename _T::layout_type, typename _T::mapping_type::layout_type);
  requires __is_same(typename _T::index_type, typename _T::extents_type::index_type);
  requires __is_same(typename _T::rank_type, typename _T::extents_type::rank_type);
  requires __is_same(typename _T::element_type, typename _T::accessor_type::element_type);
  requires __is_same(typename _T::value_type, remove_cv<typename _T::element_type>);
  requires __is_same(typename _T::data_handle_type, typename _T::accessor_type::data_handle_type);
  requires __is_same(typename _T::reference, typename _T::accessor_type::reference);
  requires __is_same(decltype(t.data_handle()), typename _T::data_handle_type);
  requires __is_same(decltype(t.mapping()), typename _T::mapping_type const &);
  requires __is_same(decltype(t.accessor()), typename _T::accessor_type const &);
};

} // namespace __detail

/// A handle to an array in memory: tensor_span, or any type with the members of 1.8.3 (2.1.6.3). A type that has the
/// members but not their meaning is undefined behaviour.
/// Help: a pointer and lengths make one, `tensor_span{q, extents{rows, columns}}`.
template <class _T>
concept tensor_span_like [[tilec::because(true, "`{_T}` is not a tensor")]] = __detail::span_members<__detail::remove_cv<_T>>;

/// A span that can be stored to: its elements are not const or volatile (2.11.2).
template <class _T>
concept storeable_tensor_span
    [[tilec::because(tensor_span_like<_T> && __is_same(typename _T::element_type, const __detail::remove_cv<typename _T::element_type>),
                     "the elements of the tensor are `const`")]]
    [[tilec::because(tensor_span_like<_T>, "the elements of the tensor are `volatile`")]]
    [[tilec::help(tensor_span_like<_T>, "the tensor is made of a pointer to `const`, maybe in a function with a parameter `const T*`: remove `const` there")]] = tensor_span_like<_T> && !__detail::is_cv<typename _T::element_type>;

namespace __detail {

/// Strides alone are not a layout.
template <class _L>
concept no_strides
    [[tilec::because(true, "a layout or a mapping is expected, not strides")]]
    [[tilec::help(true, "a mapping has the extents and the strides, `layout_strided_mapping{{extents{{rows, columns}}, strides{{columns, 1}}}}`")]] =
    !any_strides<_L>;

} // namespace __detail

/// A pointer, the lengths and strides of the array it points to, and an accessor (2.11.1). Arguments are deduced:
/// `tensor_span{p, extents{rows, 8_ic}}`, `tensor_span{p, extents{...}, layout_left{}}`, `tensor_span{p, mapping}`.
template <scalar _E, extents_like _Extents, __detail::no_strides _Layout = layout_right,
          accessor_policy _Accessor = default_accessor<_E>>
  requires layout_mapping<typename _Layout::template mapping<_Extents>> &&
           (__is_same(_E, typename _Accessor::element_type))
struct tensor_span {
  static_assert(!__detail::is_cv<_Extents> && !__detail::is_cv<_Layout> && !__detail::is_cv<_Accessor>,
                "extents, layout and accessor of a tensor_span may not be const or volatile");
  /// The type of the elements, with its const and volatile.
  using element_type = _E;
  /// The type of the elements, without const and volatile.
  using value_type = __detail::remove_cv<_E>;
  /// The type of the extents.
  using extents_type = _Extents;
  /// The layout.
  using layout_type = _Layout;
  /// The mapping of the layout for the extents.
  using mapping_type = typename layout_type::template mapping<extents_type>;
  /// The type of lengths and indices.
  using index_type = typename extents_type::index_type;
  /// The type of numbers of dimensions.
  using rank_type = typename extents_type::rank_type;
  /// How elements are accessed.
  using accessor_type = _Accessor;
  /// The pointer that the accessor accesses through.
  using data_handle_type = typename accessor_type::data_handle_type;
  /// The result of an access.
  using reference = typename accessor_type::reference;

  /// From a mapping.
  __tile__ __host__ __device__ constexpr tensor_span(data_handle_type handle, mapping_type const &mapping,
                                                     accessor_type const &accessor = {}) noexcept
      : __mapping(mapping), __accessor(accessor), __handle(handle) {}
  /// From extents; the layout is given for deduction only.
  __tile__ __host__ __device__ constexpr tensor_span(data_handle_type handle, extents_type const &extents,
                                                     layout_type const & = {}, accessor_type const &accessor = {})
    requires(__is_constructible(mapping_type, extents_type const &))
      : __mapping(extents), __accessor(accessor), __handle(handle) {}

  /// The number of dimensions.
  __tile__ __host__ __device__ static constexpr rank_type rank() noexcept { return extents_type::rank(); }
  /// The number of dimensions not known statically.
  __tile__ __host__ __device__ static constexpr rank_type rank_dynamic() noexcept {
    return extents_type::rank_dynamic();
  }
  /// Length of a dimension if static, else dynamic_extent. Undefined behaviour unless dim is below the rank.
  __tile__ __host__ __device__ static constexpr __detail::size static_extent(rank_type dim) noexcept {
    return extents_type::static_extent(dim);
  }
  /// Length of a dimension. Undefined behaviour unless dim is below the rank.
  __tile__ __host__ __device__ constexpr index_type extent(rank_type dim) const noexcept {
    return __mapping.extents().extent(dim);
  }
  /// The lengths.
  __tile__ __host__ __device__ constexpr extents_type const &extents() const noexcept { return __mapping.extents(); }
  /// The layout.
  __tile__ __host__ __device__ constexpr mapping_type const &mapping() const noexcept { return __mapping; }
  /// The accessor.
  __tile__ __host__ __device__ constexpr accessor_type const &accessor() const noexcept { return __accessor; }
  /// The pointer.
  __tile__ __host__ __device__ constexpr data_handle_type data_handle() const noexcept { return __handle; }

private:
  [[no_unique_address]] mapping_type __mapping;
  [[no_unique_address]] accessor_type __accessor;
  [[no_unique_address]] data_handle_type __handle;
};

namespace __detail {
template <class _E, class _X, class _L>
inline constexpr bool is_own_span<tensor_span<_E, _X, _L, default_accessor<_E>>> = is_own_layout<_L>;
} // namespace __detail

/// From a pointer and a mapping.
template <class _T, class _M, class _A = default_accessor<_T>>
tensor_span(_T *, _M const &, _A const & = {})
    -> tensor_span<_T, typename _M::extents_type, typename _M::layout_type, _A>;
/// From a pointer and extents: row-major order.
/// Help: `tensor_span{q, extents{rows, columns}}`; with strides, `tensor_span{q, layout_strided_mapping{extents{rows, columns}, strides{columns, 1}}}`.
template <class _T, class _E, class _L = layout_right, class _A = default_accessor<_T>>
tensor_span(_T *, _E const &, _L const & = {}, _A const & = {}) -> tensor_span<_T, _E, _L, _A>;

} // namespace cuda::tiles::inline __1

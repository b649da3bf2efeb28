// strided_view (CUDA 13.4): tiles of a tensor that begin at multiples of strides.
#pragma once

#include <cuda_tile/view.h>

namespace cuda::tiles::inline __1 {

namespace __detail {

/// The offsets that a strided_view has: none.
template <class _Indices> struct no_offsets;
template <size... _I> struct [[tilec::since(13, 4)]] no_offsets<index_list<_I...>> {
  using type = offsets<int, ptrdiff(_I * 0)...>;
};
/// Offsets in the type of which every value is 0.
template <class _T> inline constexpr bool are_no_offsets = false;
template <ptrdiff... _Values>
[[tilec::since(13, 4)]] inline constexpr bool are_no_offsets<offsets<int, _Values...>> = ((_Values == 0) && ...);

/// A stride that is not a positive constant; the rank if there is none.
template <class _S> __tile__ __host__ __device__ constexpr size bad_stride() {
  for (size i = 0; i < size(_S::rank()); ++i)
    if (_S::static_stride(i) == static_cast<size>(-1) || _S::static_stride(i) == 0)
      return i;
  return size(_S::rank());
}

/// Strides of a view of this span and shape: of its rank and index type, each a positive constant.
template <class _S, class _Span, class _Shape>
concept view_strides
    [[tilec::because(size(_S::rank()) != size(_Span::extents_type::rank()),
                     "the rank of the strides is {} and that of the span {}", size(_S::rank()),
                     size(_Span::extents_type::rank()))]]
    [[tilec::because(bad_stride<_S>() != size(_S::rank()), "the stride of axis {} is not a positive constant", bad_stride<_S>())]]
    [[tilec::help(bad_stride<_S>() != size(_S::rank()),
                  "a constant is a type of its own, `strides{{integral_constant<64>{{}}}}`")]]
    [[tilec::because(true, "the type of the strides is not the index type of the span")]] =
    strides_members<_S> && (size(_S::rank()) == size(_Span::extents_type::rank())) &&
    (size(_Shape::rank()) == size(_Span::extents_type::rank())) &&
    __is_same(typename _S::stride_type, typename _Span::index_type) && (bad_stride<_S>() == size(_S::rank()));

/// Offsets of a view: as many as the rank of the span, of type int32_t, all 0.
template <class _O, class _Span>
concept view_offsets
    [[tilec::because(true, "the offsets are not `offsets<int32_t, 0, ...>` of the rank of the span")]] =
    offsets_members<_O> && are_no_offsets<_O> && (size(_O::rank()) == size(_Span::extents_type::rank()));

} // namespace __detail

template <tensor_span_like _Span, tile_shape _Shape, class _Strides, class _Offsets>
  requires __detail::view_strides<_Strides, _Span, _Shape> && __detail::view_offsets<_Offsets, _Span>
struct [[tilec::since(13, 4)]] strided_view;

namespace __detail {

template <class _Strides, class _Indices> struct strided_kind;
template <class _Strides, size... _I> struct strided_kind<_Strides, index_list<_I...>> {
  using type = __op::__dims<1, static_cast<long long>(_Strides::static_stride(_I))...>;
};
template <class _Span, class _Shape, class _Strides, class _Offsets>
struct [[tilec::since(13, 4)]] view_kind<strided_view<_Span, _Shape, _Strides, _Offsets>>
    : strided_kind<_Strides, indices<size(_Strides::rank())>> {};

} // namespace __detail

/// A tensor whose tiles begin at multiples of strides: index i covers the elements i * Strides .. i * Strides + Shape - 1
/// of each dimension. Strides below the lengths of the shape give tiles that overlap, larger ones leave gaps; with
/// strides that are the lengths it is a partition_view. Undefined behaviour for all accesses: an index that is not
/// representable in index_type. Elements outside the tensor: undefined behaviour without mask; with mask, loads give the
/// padding and stores skip them. The offsets are zero. Since CUDA 13.4.
/// Help: the strides are constants of the index type of the span,
/// `strided_view{tensor_span{q, extents{rows}}, shape<8>{}, strides<unsigned, 2>{}}`.
template <tensor_span_like _Span, tile_shape _Shape, class _Strides,
          class _Offsets =
              typename __detail::no_offsets<__detail::indices<__detail::size(_Span::extents_type::rank())>>::type>
  requires __detail::view_strides<_Strides, _Span, _Shape> && __detail::view_offsets<_Offsets, _Span>
struct [[tilec::since(13, 4)]] strided_view
    : __view_reductions<strided_view<_Span, _Shape, _Strides, _Offsets>, _Span, _Shape> {
  static_assert(!__detail::is_cv<_Span> && !__detail::is_cv<_Shape>,
                "the span and the shape of a strided_view may not be const or volatile");

  /// The span, the shape of the tiles, the strides, and zeros.
  __tile__ __host__ __device__ constexpr strided_view(_Span span, _Shape, _Strides, _Offsets = {}) noexcept
      : __view_reductions<strided_view, _Span, _Shape>(span) {}
};
template <class _Span, class _Shape, class _Strides>
strided_view(_Span, _Shape, _Strides) -> strided_view<_Span, _Shape, _Strides>;
template <class _Span, class _Shape, class _Strides, class _Offsets>
strided_view(_Span, _Shape, _Strides, _Offsets) -> strided_view<_Span, _Shape, _Strides, _Offsets>;

} // namespace cuda::tiles::inline __1

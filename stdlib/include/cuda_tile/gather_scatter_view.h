// gather_scatter_view (CUDA 13.4): slices of a tensor that a tile of indices picks along one dimension.
#pragma once

#include <cuda_tile/view.h>

namespace cuda::tiles::inline __1 {

template <tensor_span_like _Span, tile_shape _Shape, __detail::size _Dim>
  requires(_Shape::rank() == _Span::extents_type::rank() && _Dim < _Shape::rank())
struct [[tilec::since(13, 4)]] gather_scatter_view;

namespace __detail {
template <class _Span, class _Shape, size _Dim>
struct [[tilec::since(13, 4)]] view_kind<gather_scatter_view<_Span, _Shape, _Dim>> {
  using type = __op::__dims<2, static_cast<long long>(_Dim)>;
};
} // namespace __detail

/// A tensor whose tiles consist of slices that indices pick along dimension Dim. The index of that dimension is a tile:
/// the elements of the dimension, in the order of the tile, repeats too. The indices of the others are scalars, the
/// elements at which the slices begin, and not numbers of tiles. Elements outside the tensor: undefined behaviour
/// without mask; with mask, loads give the padding and stores skip them. Of equal indices of a store it is open which
/// is stored last. Since CUDA 13.4.
/// Help: `gather_scatter_view{tensor_span{q, extents{rows, columns}}, shape<4, 8>{}, integral_constant<0>{}}` picks rows by a tile of
/// row numbers.
template <tensor_span_like _Span, tile_shape _Shape, __detail::size _Dim>
  requires(_Shape::rank() == _Span::extents_type::rank() && _Dim < _Shape::rank())
struct [[tilec::since(13, 4)]] [[tilec::because(_Shape::rank() != _Span::extents_type::rank(),
                                                "the rank of the shape is {} and that of the span {}", _Shape::rank(),
                                                _Span::extents_type::rank())]]
[[tilec::because(true, "dimension {} is not below the rank, which is {}", _Dim, _Shape::rank())]] gather_scatter_view
    : __view_interface<gather_scatter_view<_Span, _Shape, _Dim>, _Span, _Shape> {
  static_assert(!__detail::is_cv<_Span> && !__detail::is_cv<_Shape>,
                "the span and the shape of a gather_scatter_view may not be const or volatile");

  /// The span, the shape of the tiles, and the dimension as a constant.
  template <class _T>
    requires(__is_convertible(_T, __detail::size))
  __tile__ __host__ __device__ constexpr gather_scatter_view(_Span span, _Shape, _T) noexcept
      : __view_interface<gather_scatter_view, _Span, _Shape>(span) {}
};
template <class _Span, class _Shape, auto _Dim>
gather_scatter_view(_Span, _Shape, integral_constant<_Dim>)
    -> gather_scatter_view<_Span, _Shape, static_cast<__detail::size>(_Dim)>;

} // namespace cuda::tiles::inline __1

// Section 2.12.1: partition_view, a tensor divided into disjoint tiles of one shape.
#pragma once

#include <cuda_tile/view.h>

namespace cuda::tiles::inline __1 {

template <tensor_span_like _Span, tile_shape _Shape>
  requires(_Shape::rank() == _Span::extents_type::rank())
struct partition_view;

namespace __detail {
template <class _Span, class _Shape> struct view_kind<partition_view<_Span, _Shape>> {
  using type = __op::__dims<0>;
};
} // namespace __detail

/// A tensor divided into tiles of Shape: index i covers the elements i * Shape .. i * Shape + Shape - 1 of each
/// dimension (2.12.1). Undefined behaviour for all accesses: an index for which all elements are outside, an index that
/// is not representable in index_type, a layout in which elements overlap. Elements outside the tensor: undefined
/// behaviour without mask; with mask, loads give the padding and stores skip them. Indices are scalars, one per
/// dimension.
/// Help: `partition_view{tensor_span{q, extents{rows, columns}}, shape<16, 16>{}}` cuts a tensor into tiles;
/// `v.load(i, j)` and `v.store(x, i, j)` take the numbers of a tile, one for each axis.
template <tensor_span_like _Span, tile_shape _Shape>
  requires(_Shape::rank() == _Span::extents_type::rank())
struct [[tilec::because(true, "the rank of the shape is {} and that of the span {}", _Shape::rank(),
                        _Span::extents_type::rank())]]
[[tilec::help(_Shape::rank() == 1 && _Span::extents_type::rank() == 2,
              "a tile has as many axes as the tensor: `shape<1, {}>{{}}` is a part of one row", _Shape::static_extent(0))]]
[[tilec::help(_Shape::rank() != _Span::extents_type::rank(),
              "a tile has as many axes as the tensor: write {} lengths", _Span::extents_type::rank())]] partition_view
    : __view_reductions<partition_view<_Span, _Shape>, _Span, _Shape> {
  /// Both arguments always: `partition_view{span, shape{64_ic, 32_ic}}`.
  __tile__ __host__ __device__ constexpr partition_view(_Span span, _Shape) noexcept
      : __view_reductions<partition_view, _Span, _Shape>(span) {}
};

} // namespace cuda::tiles::inline __1

// Section 2.5: matrix multiplication.
#pragma once

#include <cuda_tile/tile_ops.h>

namespace cuda::tiles::inline __1 {

namespace __detail {

/// 8-bit integers (bool counts) or one floating point type with itself: what a matrix product multiplies.
template <class _T, class _U>
concept matrix_elements
    [[tilec::because(!__is_same(element<_T>, element<_U>), "the elements of `{_T}` and `{_U}` differ")]]
    [[tilec::because(true, "no matrix product has elements of `{_T}`")]] = (traits<_T>::info.is_integral() && traits<_U>::info.is_integral() &&
                           sizeof(element<_T>) == 1 && sizeof(element<_U>) == 1) ||
                          (traits<_T>::info.is_float() && __is_same(element<_T>, element<_U>));

/// The element type that matmul computes in; int for the 8-bit integers.
template <class _E> struct product_of {
  using type = int;
};
template <> struct product_of<__nv_fp8_e4m3> {
  using type = __half;
};
template <> struct product_of<__nv_fp8_e5m2> {
  using type = __half;
};
template <> struct product_of<__half> {
  using type = __half;
};
template <> struct product_of<__nv_bfloat16> {
  using type = float;
};
template <> struct product_of<__nv_tf32> {
  using type = float;
};
template <> struct product_of<float> {
  using type = float;
};
template <> struct product_of<double> {
  using type = double;
};
template <class _E> using product_element = typename product_of<_E>::type;

/// The accumulator elements of mma: that of matmul; also float for 8 and 16 bit floats and other 32-bit signed
/// integers.
template <class _E, class _A>
concept accumulator_element
    [[tilec::because(true, "a product of `{_E}` does not accumulate in `{_A}`")]] =
    __is_same(_A, product_element<_E>) || (__is_same(product_element<_E>, __half) && __is_same(_A, float)) ||
    (info_of<_E>.is_integral() && info_of<_A>.is_signed() && info_of<_A>.bits == 32);

template <class _L, class _R> __tile__ __host__ __device__ constexpr bool matrix_shapes_match() {
  if constexpr (_L::rank() != _R::rank() || (_L::rank() != 2 && _L::rank() != 3)) {
    return false;
  } else {
    constexpr size n = _L::rank();
    if (_L::static_extent(n - 1) != _R::static_extent(n - 2))
      return false;
    size const a = _L::static_extent(0), b = _R::static_extent(0);
    return n == 2 || a == b || a == 1 || b == 1;
  }
}

/// The shape of the product; the larger of the batch dimensions.
template <class _L, class _R, size _Rank = _L::rank()> struct product_shape {
  using type = shape<_L::static_extent(0), _R::static_extent(1)>;
};
template <class _L, class _R> struct product_shape<_L, _R, 3> {
  using type = shape<(_L::static_extent(0) > _R::static_extent(0) ? _L::static_extent(0) : _R::static_extent(0)),
                     _L::static_extent(1), _R::static_extent(2)>;
};

/// The accumulator has the shape of the product, or a greater batch dimension when both operands have 1.
template <class _L, class _R, class _A> __tile__ __host__ __device__ constexpr bool accumulator_shape_matches() {
  if constexpr (_A::rank() != _L::rank()) {
    return false;
  } else {
    constexpr size n = _L::rank();
    if (_A::static_extent(n - 2) != _L::static_extent(n - 2) || _A::static_extent(n - 1) != _R::static_extent(n - 1))
      return false;
    size const a = _L::static_extent(0), b = _R::static_extent(0), c = _A::static_extent(0);
    return n == 2 || ((a == c || a == 1) && (b == c || b == 1));
  }
}

/// Shapes N x K and K x M, or the same with a leading batch dimension that is equal or 1.
template <class _L, class _R>
concept matrix_shapes
    [[tilec::because(traits<_L>::rank != traits<_R>::rank || (traits<_L>::rank != 2 && traits<_L>::rank != 3),
                     "the ranks of the operands are {} and {}, not both 2 or both 3", traits<_L>::rank,
                     traits<_R>::rank)]]
    [[tilec::because(traits<_L>::shape::static_extent(traits<_L>::rank - 1) !=
                         traits<_R>::shape::static_extent(traits<_R>::rank - 2),
                     "K is {} on the left and {} on the right",
                     traits<_L>::shape::static_extent(traits<_L>::rank - 1),
                     traits<_R>::shape::static_extent(traits<_R>::rank - 2))]]
    [[tilec::because(true, "the batch dimension is {} on the left and {} on the right",
                     traits<_L>::shape::static_extent(0), traits<_R>::shape::static_extent(0))]] = matrix_shapes_match<typename traits<_L>::shape, typename traits<_R>::shape>();

/// An operand with the batch dimension of the accumulator; bool as unsigned char.
template <class _A, class _T> __tile__ auto matrix_operand(_T const &x) noexcept {
  using item = conditional<__is_same(element<_T>, bool), unsigned char, element<_T>>;
  using operand_shape = typename traits<_T>::shape;
  if constexpr (traits<_T>::rank == 3)
    return __detail::to<tile<item, resized<operand_shape, 0, traits<_A>::shape::static_extent(0)>>>(x);
  else
    return __detail::to<tile<item, operand_shape>>(x);
}

template <class _A, class _L, class _R>
__tile__ raw_of<_A> multiply_add(_L const &lhs, _R const &rhs, raw_of<_A> acc) noexcept {
  auto const a = __detail::matrix_operand<_A>(lhs);
  auto const b = __detail::matrix_operand<_A>(rhs);
  if constexpr (traits<_L>::info.is_float())
    return __op::mmaf(a, b, acc);
  else
    return __op::mmai<traits<_L>::info.is_signed(), traits<_R>::info.is_signed()>(a, b, acc);
}

} // namespace __detail

/// lhs * rhs + acc exists: rank 2 (N x K, K x M, N x M) or 3 (batch dimensions of lhs and rhs 1 or that of acc),
/// elements and accumulator from the table of 2.5.1.
template <class _L, class _R, class _A>
concept mma_compatible
    [[tilec::because(tile_rank_v<_A> != tile_rank_v<_L>, "the rank of the operands is {} and that of the accumulator {}",
                     tile_rank_v<_L>, tile_rank_v<_A>)]]
    [[tilec::because(tile_shape_t<_A>::static_extent(tile_rank_v<_L> - 2) !=
                             tile_shape_t<_L>::static_extent(tile_rank_v<_L> - 2) ||
                         tile_shape_t<_A>::static_extent(tile_rank_v<_L> - 1) !=
                             tile_shape_t<_R>::static_extent(tile_rank_v<_L> - 1),
                     "the product is {}x{} and the accumulator {}x{}",
                     tile_shape_t<_L>::static_extent(tile_rank_v<_L> - 2),
                     tile_shape_t<_R>::static_extent(tile_rank_v<_L> - 1),
                     tile_shape_t<_A>::static_extent(tile_rank_v<_L> - 2),
                     tile_shape_t<_A>::static_extent(tile_rank_v<_L> - 1))]]
    [[tilec::because(true, "the batch dimensions are {}, {} and {}", tile_shape_t<_L>::static_extent(0),
                     tile_shape_t<_R>::static_extent(0), tile_shape_t<_A>::static_extent(0))]] =
    numeric_tile<_L> && numeric_tile<_R> && numeric_tile<_A> && __detail::matrix_elements<_L, _R> &&
    __detail::accumulator_element<tile_element_t<_L>, tile_element_t<_A>> && __detail::matrix_shapes<_L, _R> &&
    __detail::accumulator_shape_matches<tile_shape_t<_L>, tile_shape_t<_R>, tile_shape_t<_A>>();

/// lhs * rhs exists: as mma_compatible, batch dimensions equal or 1, and the result is tile compatible.
template <class _L, class _R>
concept matmul_compatible =
    numeric_tile<_L> && numeric_tile<_R> && __detail::matrix_elements<_L, _R> && __detail::matrix_shapes<_L, _R> &&
    tile_shape<typename __detail::product_shape<tile_shape_t<_L>, tile_shape_t<_R>>::type>;

/// The result of matmul: int for 8-bit integers, __half for fp8 and half, double for double, else float.
template <numeric_tile _L, numeric_tile _R>
  requires matmul_compatible<_L, _R>
using matmul_result_t = tile<__detail::product_element<tile_element_t<_L>>,
                             typename __detail::product_shape<tile_shape_t<_L>, tile_shape_t<_R>>::type>;

/// lhs * rhs + acc, approximately the exact sum.
/// Help: the operands are M x K and K x N, the accumulator is M x N.
template <numeric_tile _L, numeric_tile _R, numeric_tile _A>
  requires mma_compatible<_L, _R, _A>
__tile__ _A mma(_L lhs, _R rhs, _A acc) noexcept {
  return __detail::rep::wrap<__detail::remove_cv<_A>>(
      __detail::multiply_add<__detail::remove_cv<_A>>(lhs, rhs, __detail::rep::raw(acc)));
}

/// lhs * rhs: mma with a zero accumulator.
template <numeric_tile _L, numeric_tile _R>
  requires matmul_compatible<_L, _R>
__tile__ matmul_result_t<_L, _R> matmul(_L lhs, _R rhs) noexcept {
  using type = matmul_result_t<_L, _R>;
  auto const zero = __op::splat<__detail::raw_of<type>>(__detail::constant<tile_element_t<type>>(0));
  return __detail::rep::wrap<type>(__detail::multiply_add<type>(lhs, rhs, zero));
}

} // namespace cuda::tiles::inline __1

// Section 2.5: matrix multiplication.
#pragma once

#include <cuda_tile/tile_ops.h>

namespace cuda::tiles::inline __1 {

namespace __detail {

/// A floating point type that matrix products without scales multiply.
template <class _E> inline constexpr bool has_product = !info_of<_E>.is_scale && !__is_same(_E, __nv_fp4_e2m1);

/// 8-bit integers (bool counts) or one floating point type with itself: what a matrix product multiplies.
template <class _T, class _U>
concept matrix_elements
    [[tilec::because(!__is_same(element<_T>, element<_U>), "the elements of `{_T}` and `{_U}` differ")]]
    [[tilec::because(true, "no matrix product has elements of `{_T}`")]]
    [[tilec::help(__is_same(element<_T>, float) && sizeof(element<_U>) < 4 && !__is_same(element<_U>, bool),
                  "`element_cast<{element of _U}>(x)` gives the left operand the elements of the right one")]]
    [[tilec::help(__is_same(element<_U>, float) && sizeof(element<_T>) < 4 && !__is_same(element<_T>, bool),
                  "`element_cast<{element of _T}>(x)` gives the right operand the elements of the left one")]]
    [[tilec::help(traits<_T>::info.is_float() && traits<_U>::info.is_float() && !__is_same(element<_T>, element<_U>),
                  "`element_cast<{element of _U}>(x)` gives the left operand the elements of the right one")]] = (traits<_T>::info.is_integral() && traits<_U>::info.is_integral() &&
                           sizeof(element<_T>) == 1 && sizeof(element<_U>) == 1) ||
                          (traits<_T>::info.is_float() && __is_same(element<_T>, element<_U>) && has_product<element<_T>>);

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
    [[tilec::because(true, "a product of `{_E}` does not accumulate in `{_A}`")]]
    [[tilec::help(info_of<_E>.is_integral(), "accumulate in a tile of `int`, and convert the result by `element_cast<{element of _A}>(x)`")]]
    [[tilec::help(__is_same(product_element<_E>, double), "accumulate in a tile of `double`, and convert the result by `element_cast<{element of _A}>(x)`")]]
    [[tilec::help(true, "accumulate in a tile of `float`, and convert the result by `element_cast<{element of _A}>(x)`")]] =
    __is_same(_A, product_element<_E>) || (__is_same(product_element<_E>, __half) && __is_same(_A, float)) ||
    (info_of<_E>.is_integral() && info_of<_A>.is_signed() && info_of<_A>.bits == 32);

/// Shapes of rank 2 that multiply, and the shape of what is added: the usual case needs no computation.
template <class _L, class _R, class _A = void> inline constexpr bool is_plain_product = false;
template <size _M, size _K, size _N>
inline constexpr bool is_plain_product<extents<unsigned, _M, _K>, extents<unsigned, _K, _N>> = true;
template <size _M, size _K, size _N>
inline constexpr bool
    is_plain_product<extents<unsigned, _M, _K>, extents<unsigned, _K, _N>, extents<unsigned, _M, _N>> = true;

template <class _L, class _R> __tile__ __host__ __device__ constexpr bool matrix_shapes_match() {
  if constexpr (is_plain_product<_L, _R>) {
    return true;
  } else if constexpr (_L::rank() != _R::rank() || (_L::rank() != 2 && _L::rank() != 3)) {
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
  if constexpr (is_plain_product<_L, _R, _A>) {
    return true;
  } else if constexpr (_A::rank() != _L::rank()) {
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
                     traits<_L>::shape::static_extent(0), traits<_R>::shape::static_extent(0))]]
    [[tilec::help(traits<_L>::rank == 2 && traits<_R>::rank == 2 &&
                      traits<_L>::shape::static_extent(1) == traits<_R>::shape::static_extent(1),
                  "`transpose` exchanges the axes of the right operand, which is {}x{}",
                  traits<_R>::shape::static_extent(0), traits<_R>::shape::static_extent(1))]]
    [[tilec::help(traits<_L>::rank == 2 && traits<_R>::rank == 2 &&
                      traits<_L>::shape::static_extent(0) == traits<_R>::shape::static_extent(0),
                  "`transpose` exchanges the axes of the left operand, which is {}x{}",
                  traits<_L>::shape::static_extent(0), traits<_L>::shape::static_extent(1))]]
    [[tilec::help(traits<_L>::rank == 2 && traits<_R>::rank == 1,
                  "`reshape(x, shape<{}, 1>{{}})` makes a column of the right operand; the result is a column too",
                  traits<_R>::shape::static_extent(0))]]
    [[tilec::help(traits<_L>::rank == 1 && traits<_R>::rank == 2,
                  "`reshape(x, shape<1, {}>{{}})` makes a row of the left operand; the result is a row too",
                  traits<_L>::shape::static_extent(0))]]
    [[tilec::help(traits<_L>::rank == 2 && traits<_R>::rank == 3, "`reshape(x, shape<1, {}, {}>{{}})` gives the left operand a batch dimension, which broadcasts",
                  traits<_L>::shape::static_extent(0), traits<_L>::shape::static_extent(1))]]
    [[tilec::help(traits<_L>::rank == 3 && traits<_R>::rank == 2, "`reshape(x, shape<1, {}, {}>{{}})` gives the right operand a batch dimension, which broadcasts",
                  traits<_R>::shape::static_extent(0), traits<_R>::shape::static_extent(1))]] = matrix_shapes_match<typename traits<_L>::shape, typename traits<_R>::shape>();

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
                     tile_shape_t<_R>::static_extent(0), tile_shape_t<_A>::static_extent(0))]]
    [[tilec::help(tile_rank_v<_L> == 3 && tile_rank_v<_R> == 3 && tile_rank_v<_A> == 2,
                  "the accumulator has the batch dimension too, `shape<{}, {}, {}>`", tile_shape_t<_L>::static_extent(0),
                  tile_shape_t<_L>::static_extent(1), tile_shape_t<_R>::static_extent(2))]] =
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
/// Help: the operands are M x K and K x N, the third argument is the accumulator, M x N.
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

// ---- scaled_mma (CUDA 13.5) -------------------------------------------------------------------------------------------

namespace __detail {

/// Whether one scale of type _Scale may stand for so many numbers of type _E along K.
template <class _E, class _Scale> __tile__ __host__ __device__ constexpr bool is_scaled_block(size block) {
  constexpr bool is_power = __is_same(_Scale, __nv_fp8_e8m0);
  if constexpr (__is_same(_E, __nv_fp8_e4m3) || __is_same(_E, __nv_fp8_e5m2))
    return is_power && block == 32;
  else if constexpr (!__is_same(_E, __nv_fp4_e2m1))
    return false;
  else if constexpr (__is_same(_Scale, __nv_fp8_e4m3))
    return block == 16;
  else
    return info_of<_Scale>.is_scale && (block == 16 || block == 32);
}

/// The numbers along K that one scale of the left operand stands for; 0 if the scales do not divide K.
template <class _L, class _Scale>
inline constexpr size scaled_block =
    traits<_L>::rank >= 2 && traits<_Scale>::rank == traits<_L>::rank &&
            traits<_L>::shape::static_extent(traits<_L>::rank - 1) %
                    traits<_Scale>::shape::static_extent(traits<_L>::rank - 1) == 0
        ? traits<_L>::shape::static_extent(traits<_L>::rank - 1) / traits<_Scale>::shape::static_extent(traits<_L>::rank - 1)
        : 0;

/// The scales are M x S and S x N, or the same with a batch dimension that is 1 or that of the accumulator.
template <class _LS, class _RS, class _A> __tile__ __host__ __device__ constexpr bool scale_shapes_match() {
  using left = typename traits<_LS>::shape;
  using right = typename traits<_RS>::shape;
  using acc = typename traits<_A>::shape;
  if constexpr (left::rank() != acc::rank() || right::rank() != acc::rank() || (acc::rank() != 2 && acc::rank() != 3)) {
    return false;
  } else {
    constexpr size n = acc::rank();
    constexpr size batch = acc::static_extent(0), a = left::static_extent(0), b = right::static_extent(0);
    return left::static_extent(n - 2) == acc::static_extent(n - 2) &&
           right::static_extent(n - 1) == acc::static_extent(n - 1) &&
           left::static_extent(n - 1) == right::static_extent(n - 2) &&
           (n == 2 || ((a == 1 || a == batch) && (b == 1 || b == batch)));
  }
}

/// One element type on both sides, for operands and for scales, with a block that they have.
template <class _L, class _LS, class _R, class _RS>
concept scaled_elements
    [[tilec::because(!__is_same(element<_L>, element<_R>), "the elements of `{_L}` and `{_R}` differ")]]
    [[tilec::because(!__is_same(element<_LS>, element<_RS>), "the elements of `{_LS}` and `{_RS}` differ")]]
    [[tilec::because(!__is_same(element<_LS>, __nv_fp8_e8m0) && !__is_same(element<_LS>, __nv_fp8_e4m3) && !info_of<element<_LS>>.is_scale,
                     "`{element of _LS}` is not a type of scales")]]
    [[tilec::because(true, "elements of `{_L}` have no scales as those of `{_LS}`, one for {} along K",
                     scaled_block<_L, _LS>)]]
    [[tilec::help(__is_same(element<_L>, __nv_fp8_e4m3) || __is_same(element<_L>, __nv_fp8_e5m2),
                  "the scales of fp8 numbers are `__nv_fp8_e8m0`, one for 32 along K")]]
    [[tilec::help(__is_same(element<_L>, __nv_fp4_e2m1),
                  "the scales of fp4 numbers are `__nv_fp8_e4m3`, one for 16 along K, or `__nv_fp8_e8m0`, one for 16 or 32")]] =
    __is_same(element<_L>, element<_R>) && __is_same(element<_LS>, element<_RS>) &&
    is_scaled_block<element<_L>, element<_LS>>(scaled_block<_L, _LS>);

template <class _LS, class _RS, class _A>
concept scale_shapes
    [[tilec::because(traits<_RS>::rank == 2 && traits<_A>::rank == 2 && traits<_LS>::rank == 2 &&
                         (traits<_RS>::shape::static_extent(0) != traits<_LS>::shape::static_extent(1) ||
                          traits<_RS>::shape::static_extent(1) != traits<_A>::shape::static_extent(1)) &&
                         traits<_LS>::shape::static_extent(0) == traits<_A>::shape::static_extent(0),
                     "the scales of the right operand are {}x{}, not {}x{}", traits<_RS>::shape::static_extent(0),
                     traits<_RS>::shape::static_extent(1), traits<_LS>::shape::static_extent(1),
                     traits<_A>::shape::static_extent(1))]]
    [[tilec::because(traits<_RS>::rank == 2 && traits<_A>::rank == 2 && traits<_LS>::rank == 2 &&
                         traits<_LS>::shape::static_extent(0) != traits<_A>::shape::static_extent(0),
                     "the scales of the left operand are {}x{}, and the accumulator has {} rows",
                     traits<_LS>::shape::static_extent(0), traits<_LS>::shape::static_extent(1),
                     traits<_A>::shape::static_extent(0))]]
    [[tilec::help(traits<_RS>::rank == 2 && traits<_A>::rank == 2 && traits<_LS>::rank == 2 &&
                      traits<_RS>::shape::static_extent(0) == traits<_A>::shape::static_extent(1) &&
                      traits<_RS>::shape::static_extent(1) == traits<_LS>::shape::static_extent(1),
                  "`transpose` exchanges the axes of the right scales")]]
    [[tilec::because(true, "the scales are not M x S and S x N for an accumulator of M x N")]] =
    scale_shapes_match<_LS, _RS, _A>();

} // namespace __detail

/// (lhs times its scales) * (rhs times its scales) + acc, approximately the exact sum. The scales of an M x K and a K x N
/// operand are M x S and S x N: each stands for K / S numbers along K. Since CUDA 13.5.
/// Help: the operands are M x K and K x N, their scales M x S and S x N, the accumulator is an M x N tile of float.
template <numeric_tile _L, numeric_tile _LS, numeric_tile _R, numeric_tile _RS, numeric_tile _A>
  requires __detail::scaled_elements<_L, _LS, _R, _RS> && __detail::matrix_shapes<_L, _R> &&
           (__detail::accumulator_shape_matches<tile_shape_t<_L>, tile_shape_t<_R>, tile_shape_t<_A>>()) &&
           __detail::scale_shapes<_LS, _RS, _A> && __is_same(tile_element_t<_A>, float)
[[tilec::since(13, 5)]] __tile__ _A scaled_mma(_L lhs, _LS lhs_scale, _R rhs, _RS rhs_scale, _A acc) noexcept {
  using type = __detail::remove_cv<_A>;
  return __detail::rep::wrap<type>(
      __op::mmaf_scaled(__detail::matrix_operand<type>(lhs), __detail::matrix_operand<type>(rhs), __detail::rep::raw(acc),
                        __detail::matrix_operand<type>(lhs_scale), __detail::matrix_operand<type>(rhs_scale)));
}

} // namespace cuda::tiles::inline __1

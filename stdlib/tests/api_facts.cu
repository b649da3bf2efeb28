// The API reference's statements about types and well-formedness, as assertions. Section numbers are those of the reference.
#include "cuda_tile.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class F, class... A> concept callable = requires(F f, A... a) { f(a...); };
#define CAN1(T, ...) callable<decltype([](auto x) -> decltype(static_cast<void>(__VA_ARGS__)) {}), T>
#define CAN2(T, U, ...) callable<decltype([](auto x, auto y) -> decltype(static_cast<void>(__VA_ARGS__)) {}), T, U>
#define SAME(...) static_assert(__is_same(__VA_ARGS__))

template <class T> T v();
template <class E, size_t... D> using t = ct::tile<E, ct::shape<D...>>;
using i4 = t<int, 4>;
using p4 = t<int *, 4>;
using bf16 = __nv_bfloat16;
using e4m3 = __nv_fp8_e4m3;
using e5m2 = __nv_fp8_e5m2;
using tf32 = __nv_tf32;

// ---- 1.4 scalars --------------------------------------------------------------------------------------------------
static_assert(ct::scalar<bool> && ct::scalar<char8_t> && ct::scalar<wchar_t const> && ct::scalar<unsigned long long>);
static_assert(!ct::scalar<long double> && !ct::scalar<decltype(nullptr)> && !ct::scalar<int **> && !ct::scalar<int &>);
static_assert(!ct::tile_like<ct::integral_constant<4>> && !ct::tile_like<ct::rounding_mode>);
static_assert(ct::pointer_scalar<void const *> && ct::pointer_scalar<e4m3 *> && !ct::pointer_scalar<void (*)()>);
static_assert(ct::restricted_floating_point_tile<t<tf32, 4>> && !ct::arithmetic_tile<t<tf32, 4>>);
static_assert(ct::tile_shape<ct::shape<1u << 24>> && !ct::tile_shape<ct::shape<1u << 25>> && !ct::tile_shape<ct::shape<65536, 65536>>);
static_assert(ct::tile_shape<ct::shape<4> const> && ct::shape_like<ct::shape<0, 7>>);

// ---- 2.8 extents --------------------------------------------------------------------------------------------------
using dyn4 = ct::extents<unsigned, 4, ct::dynamic_extent>;
static_assert(sizeof(dyn4) == 4 && __is_empty(ct::shape<4, 8>) && __is_trivially_copyable(dyn4));
SAME(decltype(ct::extents{1_ic, 2, 2.5}), ct::extents<unsigned, 1, ct::dynamic_extent, ct::dynamic_extent>);
SAME(decltype(ct::extents{}), ct::extents<unsigned>);
static_assert(__is_constructible(dyn4, int) && __is_constructible(dyn4, int, float) && !__is_constructible(dyn4, int, int, int));
static_assert(!__is_constructible(dyn4, ct::extents<unsigned, 4, 8>) && !__is_convertible(int, ct::extents<unsigned, ct::dynamic_extent>));
static_assert(dyn4(7).extent(1) == 7 && dyn4(4, 9).extent(1) == 9 && dyn4{}.extent(1) == 0 && dyn4::static_extent(1) == ct::dynamic_extent);
static_assert(dyn4(8) == ct::shape<4, 8>{} && dyn4(8) != ct::shape<4>{} && ct::extents_equal(dyn4(8), ct::extents<char, 4, 8>{}));
static_assert(ct::shape_size_v<ct::shape<3, 5>> == 15 && ct::shape_size_v<ct::shape<>> == 1);

// ---- 2.9 tile -----------------------------------------------------------------------------------------------------
static_assert(sizeof(t<short, 4, 8>) == 64 && alignof(t<short, 4, 8>) == 2 && __is_trivially_copyable(t<float, 4>) && __is_final(t<int>));
static_assert(!__is_convertible(int, t<int, 1>) && __is_convertible(int, t<int>) && !__is_convertible(float, t<int>));
static_assert(__is_constructible(t<int>, float) && !__is_constructible(t<int, 4>, int) && !__is_convertible(t<int, 4>, t<float, 4>));
static_assert(__is_constructible(t<float, 4>, t<int, 4>) && __is_convertible(t<float, 4>, t<double, 4>));
static_assert(!__is_constructible(int, t<int, 4>) && __is_constructible(int, t<float, 1, 1>) && !__is_convertible(t<float, 1>, int));
static_assert(__is_convertible(t<int, 1>, long) && !__is_constructible(int, t<int> const));
SAME(decltype(ct::tile{2}), t<int>);
SAME(decltype(ct::tile(v<int const *>())), t<int const *>);
SAME(ct::tile_with_element_t<t<int, 4> const, float>, t<float, 4>);
SAME(ct::tile_with_element_t<int const, float>, float);
static_assert(!CAN2(i4, int, x += y) && !CAN1(i4, x++) && !CAN1(i4, x[0]) && !CAN1(p4, *x));

// ---- 1.7.4 arithmetic ---------------------------------------------------------------------------------------------
#define SUM(T, U, R) SAME(decltype(v<T>() + v<U>()), R)
#define NO_SUM(T, U) static_assert(!CAN2(T, U, x + y))
using f4 = t<float, 4>;
using h4 = t<__half, 4>;
using u4 = t<unsigned, 4>;
using l4 = t<long, 4>;
using c4 = t<char, 4>;
using b4 = t<bool, 4>;
using i1 = t<int>;
using f1 = t<float>;
SUM(f4, int, f4);
SUM(f4, __half, f4);
SUM(f4, bool, f4);
SUM(int, f1, f1);
SUM(i4, t<long>, l4);
SUM(l4, int, l4);
SUM(h4, int, h4);
SUM(u4, unsigned, u4);
SUM(i4, f4, f4);
SUM(h4, f4, f4);
using uc4 = t<unsigned char, 4>;
SUM(uc4, i4, i4);
SUM(b4, i4, i4);
using sc4 = t<signed char, 4>;
SUM(c4, t<signed char>, sc4);
SUM(i4, t<wchar_t>, i4);
using i41 = t<int, 4, 1>;
using i18 = t<int, 1, 8>;
using i48 = t<int, 4, 8>;
SUM(i41, i18, i48);
SUM(i48, int, i48);
using i8v = t<int, 8>;
SUM(i48, i8v, i48);
NO_SUM(i48, i4);
NO_SUM(i4, unsigned);
NO_SUM(i4, u4);
NO_SUM(f4, double);
NO_SUM(h4, float);
NO_SUM(c4, int);
NO_SUM(i4, long);
NO_SUM(i4, float);
NO_SUM(u4, int);
using bf4 = t<bf16, 4>;
NO_SUM(h4, bf4);
NO_SUM(h4, bf16);
NO_SUM(i4, ct::integral_constant<4>);
using e4 = t<e4m3, 4>;
NO_SUM(e4, e4);
NO_SUM(i1, float);
SAME(decltype(ct::add(v<short>(), v<short>())), short);
SAME(decltype(+v<t<char, 4>>()), i4);
SAME(decltype(+v<t<char32_t>>()), t<unsigned>);
SAME(decltype(+v<h4>()), h4);
SAME(decltype(-v<c4>()), c4);
SAME(decltype(ct::remainder(v<float>(), v<double>())), double);
static_assert(!CAN2(int, unsigned, ct::add(x, y)) && !CAN2(f4, f4, x % y) && !CAN2(f4, f4, ct::ceildiv(x, y)) && CAN2(b4, int, x == y));
static_assert(!CAN2(i4, int, ct::add(x, y, ct::round_toward_zero_t{})) && !CAN2(h4, h4, ct::add(x, y, {}, ct::round_subnormals_to_zero_t{})));
static_assert(CAN2(f4, f4, ct::add(x, y, {}, ct::round_subnormals_to_zero_t{})) && !CAN2(f4, f4, ct::mul(x, y, ct::round_full_t{})));
static_assert(CAN2(f4, f4, ct::div(x, y, ct::round_full_t{})) && !CAN2(h4, h4, ct::div(x, y, ct::round_approximate_t{})));
static_assert(CAN2(f4, f4, ct::add<ct::rounding_mode::round_toward_zero>(x, y, {})) && !CAN2(f4, f4, ct::add<ct::rounding_mode::round_toward_zero>(x, y)));
static_assert(!CAN2(f4, f4, ct::add(x, y, ct::rounding_mode::round_toward_zero)));
static_assert(CAN1(f4, ct::sqrt<ct::rounding_mode::round_toward_zero>(x)) && CAN1(f4, ct::sqrt(x, ct::round_approximate_t{})));
static_assert(!CAN1(h4, ct::sqrt(x, ct::round_approximate_t{})) && !CAN1(f4, ct::sqrt(x, ct::round_full_t{})) && !CAN1(i4, ct::sqrt(x)));
static_assert(CAN2(f4, f4, ct::max(x, y, ct::propagate_nan_t{})) && !CAN2(i4, i4, ct::max(x, y, ct::propagate_nan_t{})));
static_assert(!CAN2(int, f4, ct::fma(x, x, y)) && CAN2(h4, f4, ct::fma(x, x, y)) && !CAN2(f4, h4, ct::fma(x, x, y)));
static_assert(!CAN2(f4, int, ct::pow(x, y)) && CAN2(int, float, ct::atan2(x, y)) && !CAN2(int, int, ct::atan2(x, y)));

// ---- 2.2.10 comparisons, 2.2.11 bits ------------------------------------------------------------------------------
SAME(decltype(v<i4>() == 2.0), b4);
SAME(decltype(v<h4>() < 1.0f), b4);
SAME(decltype(v<i41>() < v<i18>()), t<bool, 4, 8>);
SAME(decltype(v<i4>() << true), i4);
SAME(decltype(1L << v<i4>()), l4);
static_assert(!CAN2(u4, int, x == y) && !CAN2(h4, bf4, x == y) && !CAN2(e4, e4, x == y) && !CAN2(b4, int, x << y) && !CAN1(b4, ~x) && !CAN1(f4, ~x));
SAME(decltype(v<t<float *, 4>>() && v<e4m3>()), b4);
SAME(decltype(!v<e4>()), b4);

// ---- 2.2.25 pointers ----------------------------------------------------------------------------------------------
using q4 = t<int const *, 4>;
using w4 = t<void *, 4>;
SAME(decltype(v<int *>() + v<i4>()), p4);
SAME(decltype(v<i4>() + v<int *>()), p4);
SAME(decltype(v<p4>() - true), p4);
SAME(decltype(v<p4>() - v<q4>()), l4);
SAME(decltype(v<p4>() == v<void *>()), b4);
SAME(decltype(v<p4>() != nullptr), b4);
SAME(decltype(nullptr == v<int const *const>()), bool);
static_assert(!CAN2(i4, p4, x - y) && !CAN2(w4, int, x + y) && !CAN2(w4, w4, x - y) && !CAN2(p4, p4, x + y) && !CAN2(p4, int, x == y));
using fp4 = t<float *, 4>;
static_assert(!CAN2(p4, fp4, x == y) && !CAN2(p4, fp4, x - y) && !CAN2(p4, decltype(nullptr), x < y) && !CAN2(p4, f4, x + y));

// ---- 2.3 shape ----------------------------------------------------------------------------------------------------
SAME(decltype(ct::reshape(v<i4>(), ct::shape<2, 2>{})), t<int, 2, 2>);
SAME(decltype(ct::reshape<ct::shape<1, 1>>(2)), t<int, 1, 1>);
SAME(decltype(ct::permute(v<t<int, 2, 4, 8>>(), ct::dimension_map<2, 0, 1>{})), t<int, 8, 2, 4>);
SAME(decltype(ct::permute<ct::dimension_map<>>(3)), int);
SAME(decltype(ct::transpose(v<t<int, 2, 4, 8>>())), t<int, 4, 2, 8>);
SAME(decltype(ct::transpose(v<i4>())), i4);
SAME(decltype(ct::cat(v<i4>(), v<i4>(), 0_ic)), i8v);
SAME(decltype(ct::cat<1>(v<i48>(), v<i48>())), t<int, 4, 16>);
SAME(decltype(ct::select(v<b4>(), v<f4>(), v<f4>())), f4);
SAME(decltype(ct::select(true, 1, 2)), int);
SAME(decltype(ct::extract(v<i48>(), ct::shape<2, 8>{}, 1, 0_ic)), t<int, 2, 8>);
SAME(decltype(ct::broadcast<ct::shape<2, 4>>(v<i4>())), t<int, 2, 4>);
SAME(decltype(ct::element_cast<e4m3>(v<i4>())), e4);
SAME(decltype(ct::element_bitcast<int const>(v<f4>())), i4);
SAME(decltype(ct::element_bitcast<long>(v<p4>())), l4);
static_assert(!CAN2(b4, int, ct::select(x, ct::zeros<i4>(), y)) && !CAN2(i4, f4, ct::cat<0>(x, y)) && !CAN1(i4, ct::cat<-1>(x, x)));
static_assert(!CAN1(p4, ct::element_cast<long>(x)) && CAN1(p4, ct::element_cast<bool>(x)) && !CAN1(i4, ct::element_bitcast<short>(x)));
static_assert(!CAN1(i4, ct::broadcast<ct::shape<4, 8>>(x)) && !CAN1(i4, ct::reshape(x, ct::shape<8>{})) && !CAN1(i4, ct::full<i4>(x)));
static_assert(CAN1(char, (ct::iota<t<bool, 2>>(), x)) && CAN1(char, (ct::iota<t<decltype(x), 128>>(), x)) && !CAN1(signed char, (ct::iota<t<decltype(x), 256>>(), x)));
SAME(decltype(ct::dimension_map{1_ic, 0_ic}), ct::dimension_map<1, 0>);
SAME(decltype(ct::dimension_map{0, 1}), ct::dimension_map<>);

// ---- 2.5 matrix products ------------------------------------------------------------------------------------------
SAME(decltype(ct::matmul(v<t<__half, 16, 8>>(), v<t<__half, 8, 4>>())), t<__half, 16, 4>);
SAME(decltype(ct::matmul(v<t<char, 16, 8>>(), v<t<unsigned char, 8, 4>>())), t<int, 16, 4>);
SAME(decltype(ct::matmul(v<t<tf32, 4, 2, 8>>(), v<t<tf32, 1, 8, 2>>())), t<float, 4, 2, 2>);
static_assert(ct::mma_compatible<t<float, 1, 2, 2>, t<float, 1, 2, 2>, t<float, 4, 2, 2>> && ct::mma_compatible<t<e5m2, 2, 2>, t<e5m2, 2, 2>, t<float, 2, 2>>);
static_assert(!ct::mma_compatible<t<e5m2, 2, 2>, t<e4m3, 2, 2>, t<float, 2, 2>> && !ct::mma_compatible<t<char, 2, 2>, t<char, 2, 2>, t<unsigned, 2, 2>>);
static_assert(!ct::mma_compatible<t<float, 4, 2, 2>, t<float, 4, 2, 2>, t<float, 1, 2, 2>> && ct::mma_compatible<t<bool, 2, 2>, t<char, 2, 2>, t<int, 2, 2>>);
static_assert(!ct::matmul_compatible<t<float, 2, 4>, t<float, 2, 4>> && !ct::matmul_compatible<float, float> && !ct::matmul_compatible<t<bf16, 2, 2>, t<__half, 2, 2>>);

// ---- 2.6 reductions -----------------------------------------------------------------------------------------------
SAME(decltype(ct::sum<1u>(v<i48>())), i41);
SAME(decltype(ct::sum(v<i48>(), 0_ic)), i18);
SAME(decltype(ct::all_of<0>(v<p4>())), t<bool, 1>);
SAME(decltype(ct::partial_sum<0>(v<c4>())), c4);
static_assert(!CAN1(i4, ct::sum<1>(x)) && !CAN1(int, ct::sum<0>(x)) && !CAN1(i4, ct::sum(x, 0)) && !CAN1(i4, ct::sum<-1>(x)) && !CAN1(e4, ct::sum<0>(x)));
static_assert(CAN1(f4, ct::sum(x, 0_ic, {}, ct::round_subnormals_to_zero_t{})) && CAN1(f4, ct::sum<0, ct::rounding_mode::round_toward_zero>(x, {}, {})));
static_assert(!CAN1(i4, ct::sum(x, 0_ic, ct::round_toward_zero_t{})) && CAN1(f4, ct::reduce_max(x, 0_ic, ct::propagate_nan_t{})));

// ---- 2.7 memory ---------------------------------------------------------------------------------------------------
SAME(decltype(ct::load(v<q4>())), i4);
SAME(decltype(ct::load(v<int const *>())), int);
static_assert(!CAN1(w4, ct::load(x)) && !CAN1(int volatile *, ct::load(x)) && !CAN2(q4, i4, ct::store(x, y)) && !CAN2(p4, int, ct::store(x, y)));
static_assert(!CAN2(fp4, i4, ct::store(x, y)) && CAN2(fp4, h4, ct::store(x, y)) && CAN2(int *, i1, ct::store(x, y)) && !CAN2(p4, l4, ct::store(x, y)));
static_assert(CAN2(fp4, b4, ct::load_masked(x, y, -1)) && CAN2(fp4, int, ct::load_masked(x, y)) && !CAN2(fp4, b4, ct::load_masked(x, y, nullptr)));
static_assert(CAN2(p4, i4, ct::atomic_add(x, y, ct::memory_order_relaxed_t{})) && !CAN2(p4, i4, ct::atomic_add(x, y)) && !CAN2(p4, int, ct::atomic_add(x, y, ct::memory_order_relaxed_t{})));
static_assert(CAN2(p4, i4, (ct::atomic_add<ct::memory_order::acq_rel, ct::thread_scope::block>(x, y))) && !CAN2(fp4, f4, ct::atomic_max(x, y, ct::memory_order_relaxed_t{})));
using hp4 = t<__half *, 4>;
static_assert(CAN2(hp4, h4, ct::atomic_add(x, y, ct::memory_order_relaxed_t{})) && !CAN2(hp4, h4, ct::atomic_xchg(x, y, ct::memory_order_relaxed_t{})));
static_assert(!CAN1(p4, ct::atomic_load(x, ct::memory_order_release_t{})) && CAN1(p4, ct::atomic_load<ct::memory_order::acquire>(x)));

// ---- 2.10 - 2.12 views --------------------------------------------------------------------------------------------
using right_padded = ct::layout_right_padded_mapping<ct::extents<unsigned, 5, 2, 3>, 4>;
static_assert(right_padded::static_stride(0) == 8 && right_padded::static_stride(1) == 4 && right_padded::static_stride(2) == 1);
using left_padded = ct::layout_left_padded_mapping<ct::extents<unsigned, 4, 2, 5>, 6>;
static_assert(left_padded::static_stride(0) == 1 && left_padded::static_stride(1) == 6 && left_padded::static_stride(2) == 12);
static_assert(ct::layout_mapping<right_padded> && ct::layout_mapping<ct::layout_left_mapping<dyn4> const> && !ct::layout_mapping<dyn4>);
using span = ct::tensor_span<float, ct::extents<unsigned, ct::dynamic_extent, 8>>;
static_assert(ct::tensor_span_like<span> && ct::tensor_span_like<span const> && ct::storeable_tensor_span<span>);
static_assert(!ct::storeable_tensor_span<ct::tensor_span<float const, ct::shape<4>>> && !__is_constructible(span));
SAME(decltype(ct::tensor_span{v<float *>(), ct::extents{1, 8_ic}}), span);
SAME(decltype(ct::tensor_span{v<float *>(), v<ct::layout_left_mapping<dyn4>>()}), ct::tensor_span<float, dyn4, ct::layout_left>);
static_assert(!CAN1(float *, ct::tensor_span{x, 4}) && CAN1(float *, ct::tensor_span{x, ct::extents{4}, ct::layout_left{}}));
using view = ct::partition_view<span, ct::shape<2, 4>>;
static_assert(CAN1(view, x.load(0, 1u)) && CAN1(view, x.load('a', 2.0)) && !CAN1(view, x.load(0)) && !CAN1(view, x.load(0, 0_ic)) && !CAN2(view, i1, x.load(0, y)));
static_assert(CAN1(view, x.load_masked(ct::view_padding_nan_t{}, 0, 0)) && CAN1(view, x.template load_masked<ct::view_padding::nan>(0, 1)));
static_assert(CAN1(view, (x.template atomic_load<ct::memory_order::acquire, ct::thread_scope::device>(0, 1))) && !CAN1(view, x.atomic_load(0, 1)));
static_assert(CAN1(view, x.atomic_load(ct::memory_order_relaxed_t{}, ct::thread_scope_block_t{}, 0, 1)) && !CAN1(view, x.atomic_load_masked(ct::memory_order_relaxed_t{}, 0, 1)));
static_assert(CAN1(view, (x.template atomic_load_masked<ct::view_padding::zero, ct::memory_order::relaxed>(0, 1))));
using f24 = t<float, 2, 4>;
using h24 = t<__half, 2, 4>;
static_assert(CAN2(view, f24, x.store(y, 0, 0)) && CAN2(view, h24, x.store(y, 0, 0)) && !CAN2(view, float, x.store(y, 0, 0)) && !CAN2(view, f4, x.store(y, 0, 0)));
static_assert(CAN2(view, f24, x.atomic_store_masked(y, ct::memory_order_release_t{}, 0, 0)) && !CAN2(view, f24, x.atomic_store(y, ct::memory_order_acquire_t{}, 0, 0)));
using int_view = ct::partition_view<ct::tensor_span<int, ct::shape<8, 8>>, ct::shape<2, 4>>;
static_assert(!CAN1(int_view, x.load_masked(ct::view_padding_nan_t{}, 0, 0)) && CAN1(int_view, x.load_masked(ct::view_padding_zero_t{}, 0, 0)));

// ---- 2.13 constants, 2.14 irange, 2.15 assumptions ----------------------------------------------------------------
SAME(decltype(4_ic + 4294967296_ic), ct::integral_constant<4294967300L>);
SAME(decltype(4_ic == 4_ic), bool);
SAME(decltype(4_ic * 3), int);
SAME(decltype(1'000_ic), ct::integral_constant<1000>);
SAME(decltype(ct::irange(0, 5L)), ct::irange<long>);
SAME(decltype(ct::irange(v<unsigned char>(), 5)), ct::irange<int>);
SAME(decltype(ct::irange(v<short>(), v<short>())), ct::irange<short>);
static_assert(!CAN2(int, unsigned, ct::irange(x, y)) && !CAN1(int, ct::irange(x, 5_ic)) && !CAN1(i1, ct::irange(x, x)) && !CAN1(int, ct::irange(x)));
static_assert(ct::irange(3, 20, 4).size() == 5 && ct::irange(5, 3).empty() && ct::irange<signed char>(-100, 100, 7).size() == 29);
static_assert(CAN1(i4, ct::assume_divisible<16>(x)) && CAN1(int, ct::assume_divisible(x, 16_ic)) && !CAN1(i4, ct::assume_divisible<3>(x)) && !CAN1(i4, ct::assume_divisible<0>(x)));
static_assert(CAN1(i4, (ct::assume_bounded<0, 5>(x))) && !CAN1(i4, (ct::assume_bounded<5, 0>(x))) && !CAN1(u4, ct::assume_bounded_above<-1>(x)));
static_assert(CAN1(unsigned char, ct::assume_bounded_above<127>(x)) && !CAN1(unsigned char, ct::assume_bounded_above<128>(x)) && !CAN1(u4, ct::assume_bounded_below<0>(x)));
static_assert(CAN1(p4, (ct::assume_aligned_strided<16, 4, 0>(x))) && !CAN1(p4, (ct::assume_aligned_strided<16, 4, 1>(x))) && CAN1(w4, ct::assume_aligned<16>(x)));
static_assert(CAN1(i48, (ct::assume_blocked<ct::shape<3, 100>>(x))) && !CAN1(i48, ct::assume_blocked<ct::shape<4>>(x)) && !CAN1(f4, ct::assume_blocked<ct::shape<4>>(x)));

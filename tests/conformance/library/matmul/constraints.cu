// case: constraints
// spec: 2.5 Matrix Multiplication
// rows: 2.5.1-1 2.5.2-1 2.5.3-1 2.5.4-1 2.5.5-1
// refuses: 2.5.1-1 2.5.2-1 2.5.3-1 2.5.4-1 2.5.5-1
// accept: all of it is known at compile time
#include "cuda_tile.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <type_traits>
namespace ct = cuda::tiles;
template <class E, std::size_t... N>
using T = ct::tile<E, ct::shape<N...>>;
template <class L, class R, class A>
constexpr bool mmas = requires(L l, R r, A a) { ct::mma(l, r, a); };
template <class L, class R, class A>
constexpr int adds = mmas<T<L, 16, 16>, T<R, 16, 16>, T<A, 16, 16>> == ct::mma_compatible<T<L, 16, 16>, T<R, 16, 16>, T<A, 16, 16>> ? ct::mma_compatible<T<L, 16, 16>, T<R, 16, 16>, T<A, 16, 16>> : 2;
static_assert(adds<__half, __half, float> == 1 && adds<__half, __half, __half> == 1 && adds<__nv_bfloat16, __nv_bfloat16, float> == 1 && adds<__nv_fp8_e4m3, __nv_fp8_e4m3, float> == 1);
static_assert(adds<__nv_fp8_e5m2, __nv_fp8_e5m2, __half> == 1 && adds<signed char, unsigned char, int> == 1 && adds<unsigned char, unsigned char, int> == 1 && adds<double, double, double> == 1 && adds<float, float, float> == 1);
static_assert(adds<__half, __nv_bfloat16, float> == 0 && adds<__half, __half, double> == 0 && adds<__nv_bfloat16, __nv_bfloat16, __nv_bfloat16> == 0 && adds<int, int, int> == 0 && adds<signed char, signed char, long> == 0);
static_assert(adds<float, float, double> == 0 && adds<signed char, signed char, float> == 0 && adds<__nv_fp8_e4m3, __nv_fp8_e5m2, float> == 0 && adds<__half, float, float> == 0 && adds<signed char, signed char, unsigned> == 0);
template <class L, class R, class A>
constexpr bool fits = ct::mma_compatible<L, R, A>;
using H = __half;
static_assert(fits<T<H, 8, 4>, T<H, 4, 2>, T<float, 8, 2>> && fits<T<H, 2, 8, 4>, T<H, 1, 4, 2>, T<float, 2, 8, 2>> && fits<T<H, 1, 8, 4>, T<H, 1, 4, 2>, T<float, 4, 8, 2>>);
static_assert(!fits<T<H, 8, 4>, T<H, 8, 2>, T<float, 8, 2>> && !fits<T<H, 8, 4>, T<H, 4, 2>, T<float, 2, 8>> && !fits<T<H, 8>, T<H, 8>, T<float, 8>> && !fits<T<H, 8, 4>, T<H, 1, 4, 2>, T<float, 1, 8, 2>>);
static_assert(!fits<T<H, 2, 8, 4>, T<H, 2, 4, 2>, T<float, 1, 8, 2>> && !fits<T<H, 2, 8, 4>, T<H, 4, 4, 2>, T<float, 4, 8, 2>> && !fits<H, H, float>);
template <class L, class R>
constexpr bool multiplies = ct::matmul_compatible<L, R>;
template <class L, class R>
concept Matmuls = requires(L l, R r) { ct::matmul(l, r); typename ct::matmul_result_t<L, R>; };
static_assert(multiplies<T<signed char, 8, 4>, T<unsigned char, 4, 2>> && multiplies<T<H, 2, 8, 4>, T<H, 1, 4, 2>> && Matmuls<T<double, 2, 2>, T<double, 2, 2>>);
static_assert(!multiplies<T<H, 8, 4>, T<float, 4, 2>> && !multiplies<T<int, 8, 4>, T<int, 4, 2>> && !multiplies<T<H, 2, 8, 4>, T<H, 4, 4, 2>> && !multiplies<T<H, 8, 4>, T<H, 8, 4>>);
static_assert(!Matmuls<T<short, 2, 2>, T<short, 2, 2>> && !Matmuls<T<H, 2, 2>, T<H, 4, 4>>);
static_assert(std::is_same_v<ct::matmul_result_t<T<signed char, 8, 4>, T<unsigned char, 4, 2>>, T<int, 8, 2>> && std::is_same_v<ct::matmul_result_t<T<H, 1, 8, 4>, T<H, 2, 4, 2>>, T<H, 2, 8, 2>>);
static_assert(std::is_same_v<ct::matmul_result_t<T<__nv_fp8_e4m3, 2, 2>, T<__nv_fp8_e4m3, 2, 2>>, T<H, 2, 2>> && std::is_same_v<ct::matmul_result_t<T<__nv_fp8_e5m2, 2, 2>, T<__nv_fp8_e5m2, 2, 2>>, T<H, 2, 2>>);
static_assert(std::is_same_v<ct::matmul_result_t<T<__nv_bfloat16, 2, 2>, T<__nv_bfloat16, 2, 2>>, T<float, 2, 2>> && std::is_same_v<ct::matmul_result_t<T<__nv_tf32, 2, 2>, T<__nv_tf32, 2, 2>>, T<float, 2, 2>> && std::is_same_v<ct::matmul_result_t<T<double, 2, 2>, T<double, 2, 2>>, T<double, 2, 2>>);
extern "C" __tile_global__ void test() {}

// case: constraints
// spec: 2.4 Mathematical Functions
// rows: 2.4.1-1 2.4.2-1 2.4.3-1 2.4.4-1 2.4.5-1 2.4.6-1 2.4.7-1 2.4.8-1 2.4.9-1 2.4.10-1 2.4.11-1 2.4.12-1 2.4.13-1 2.4.14-1 2.4.15-1 2.4.16-1
// refuses: 2.4.3-1 2.4.4-1 2.4.8-1 2.4.9-1 2.4.16-1
// accept: all of it is known at compile time
// flags: --cuda-version=13.3
#include "cuda_tile.h"
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <type_traits>
namespace ct = cuda::tiles;
template <class E, std::size_t... N>
using T = ct::tile<E, ct::shape<N...>>;
template <class A>
concept Every = requires(A a) { ct::ceil(a); ct::floor(a); ct::exp2(a); ct::exp(a); ct::log2(a); ct::log(a); ct::sqrt(a); ct::rsqrt(a); ct::cosh(a); ct::cos(a); ct::sinh(a); ct::sin(a); ct::tanh(a); ct::tan(a); };
template <class A>
concept Any = requires(A a) { ct::ceil(a); } || requires(A a) { ct::floor(a); } || requires(A a) { ct::exp2(a); } || requires(A a) { ct::exp(a); } || requires(A a) { ct::log2(a); } ||
              requires(A a) { ct::log(a); } || requires(A a) { ct::sqrt(a); } || requires(A a) { ct::rsqrt(a); } || requires(A a) { ct::cosh(a); } || requires(A a) { ct::cos(a); } ||
              requires(A a) { ct::sinh(a); } || requires(A a) { ct::sin(a); } || requires(A a) { ct::tanh(a); } || requires(A a) { ct::tan(a); };
static_assert(Every<float> && Every<double> && Every<T<__half, 4>> && Every<T<float, 2, 2>> && !Any<int> && !Any<T<int, 4>> && !Any<T<__nv_fp8_e4m3, 4>> && !Any<T<float*, 4>>);
template <class A, class... Modes>
concept Exp2 = requires(A a) { ct::exp2(a, Modes{}...); ct::rsqrt(a, Modes{}...); };
template <class A, class... Modes>
concept Sqrt = requires(A a) { ct::sqrt(a, Modes{}...); };
using Flush = ct::round_subnormals_to_zero_t;
using Even = ct::round_ties_to_even_t;
static_assert(Exp2<float, Flush> && Exp2<T<__half, 4>, ct::preserve_subnormals_t> && !Exp2<T<__half, 4>, Flush> && !Exp2<double, Flush> && !Exp2<float, Even>);
static_assert(Sqrt<T<double, 2>, ct::round_toward_zero_t> && Sqrt<float, ct::round_approximate_t, Flush> && Sqrt<__half, Even> && Sqrt<float, Even, Flush>);
static_assert(!Sqrt<double, ct::round_approximate_t> && !Sqrt<float, ct::round_full_t> && !Sqrt<__half, Even, Flush> && !Sqrt<__half, ct::round_approximate_t>);
template <class A, class B>
constexpr int binary = requires(A a, B b) { ct::pow(a, b); } << 1 | requires(A a, B b) { ct::atan2(a, b); };
static_assert(binary<float, float> == 3 && binary<T<float, 4>, T<__half, 4>> == 3 && binary<T<float, 4, 1>, T<float, 8>> == 3 && binary<int, int> == 0);
static_assert(binary<T<float, 4>, T<float, 2>> == 0 && binary<T<float, 4>, double> == 0 && binary<T<float, 4>, int> == 1 && binary<int, T<float, 4>> == 1 && binary<T<int, 4>, T<int, 4>> == 0);
static_assert(std::is_same_v<decltype(ct::pow(T<float, 4, 1>{}, T<__half, 8>{})), T<float, 4, 8>> && std::is_same_v<decltype(ct::exp(T<__half, 4>{})), T<__half, 4>>);
extern "C" __tile_global__ void test() {}

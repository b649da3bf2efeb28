// case: arithmetic_conversions
// spec: 1.7.4 Arithmetic Tile Conversions, 2.1.5 Conversions
// rows: 2.1.5.12-1 2.1.5.13-1 2.1.5.14-1 2.1.5.15-1 2.1.5.16-1
// refuses: 2.1.5.12-1 2.1.5.13-1 2.1.5.14-1 2.1.5.15-1
// accept: all of it is known at compile time
#include "cuda_tile.h"
#include <type_traits>
namespace ct = cuda::tiles;
template <class E, std::size_t... N>
using T = ct::tile<E, ct::shape<N...>>;
// Whether there is arithmetic, and whether there is a comparison, which does not prefer the type of the tile.
template <class A, class B>
constexpr int has = ct::arithmetic_tile_convertible<A, B> * 2 + ct::arithmetic_tile_comparable<A, B>;
static_assert(has<int, int> == 3 && has<int, unsigned> == 0 && has<int, float> == 3 && has<float, double> == 3 && has<short, long long> == 3);
static_assert(has<__half, __nv_bfloat16> == 0 && has<__half, float> == 3 && has<bool, int> == 3 && has<int*, int> == 0 && has<__nv_fp8_e4m3, float> == 0);
static_assert(has<T<int, 4>, T<long long, 4>> == 3 && has<T<int, 4>, T<int, 2>> == 0 && has<T<unsigned char, 4>, T<int, 4>> == 3);
static_assert(has<T<float, 4>, double> == 1 && has<T<int, 4>, long long> == 1 && has<T<signed char, 4>, int> == 1 && has<T<__half, 4>, float> == 1);
static_assert(has<T<int, 4>, unsigned> == 0 && has<T<unsigned, 4>, int> == 0 && has<T<__half, 4>, int> == 3 && has<T<bool, 4>, int> == 1);
static_assert(has<T<long>, int> == 3 && has<T<int>, float> == 1 && has<T<int, 4>, T<long>> == 3);
template <class A, class B>
concept HasConversion = requires { typename ct::arithmetic_tile_conversion_t<A, B>; };
template <class A, class B>
concept HasComparison = requires { typename ct::arithmetic_tile_comparison_t<A, B>; };
static_assert(HasConversion<int, float> && !HasConversion<T<int, 4>, T<unsigned, 4>> && !HasConversion<T<int, 2>, T<int, 4>> && !HasConversion<T<int, 4>, float>);
static_assert(HasComparison<int, float> && !HasComparison<T<int, 4>, T<unsigned, 4>> && !HasComparison<T<int, 2>, T<int, 4>> && HasComparison<T<int, 4>, float>);
template <class A, class B, class R>
constexpr bool converts = std::is_same_v<ct::arithmetic_tile_conversion_t<A, B>, R>;
template <class A, class B, class R>
constexpr bool compares = std::is_same_v<ct::arithmetic_tile_comparison_t<A, B>, R>;
static_assert(converts<short, short, short> && converts<int, float, float> && converts<T<int, 4>, T<long>, T<long, 4>> && converts<int, T<float>, T<float>>);
static_assert(converts<T<float, 4>, int, T<float, 4>> && converts<T<int, 2, 1>, T<double, 8>, T<double, 2, 8>>);
static_assert(compares<T<int, 4>, double, T<double, 4>> && compares<T<__half, 4>, float, T<float, 4>> && compares<bool, int, int>);
template <class A, class R>
constexpr bool promotes = std::is_same_v<ct::arithmetic_tile_promotion_t<A>, R>;
static_assert(promotes<bool, int> && promotes<T<short, 4>, T<int, 4>> && promotes<unsigned char, int> && promotes<char32_t, unsigned> && promotes<wchar_t, int>);
static_assert(promotes<unsigned, unsigned> && promotes<T<__half>, T<__half>> && promotes<float, float> && promotes<T<long, 2>, T<long, 2>>);
extern "C" __tile_global__ void test() {}

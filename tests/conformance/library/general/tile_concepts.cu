// case: tile_concepts
// spec: 2.1.2 Classification of Types
// rows: 2.1.2.1-1 2.1.2.2-1 2.1.2.3-1 2.1.2.4-1 2.1.2.5-1 2.1.2.6-1 2.1.2.7-1 2.1.2.8-1 2.1.2.9-1 2.1.2.10-1 2.1.2.11-1 2.1.2.12-1 2.1.2.13-1 2.1.2.14-1 2.1.2.15-1 2.1.2.16-1 2.1.2.17-1
// refuses: 2.1.2.1-1 2.1.2.2-1 2.1.2.3-1 2.1.2.4-1 2.1.2.5-1 2.1.2.6-1 2.1.2.7-1 2.1.2.8-1 2.1.2.9-1 2.1.2.10-1 2.1.2.11-1 2.1.2.12-1 2.1.2.13-1 2.1.2.14-1 2.1.2.15-1 2.1.2.16-1 2.1.2.17-1
// accept: all of it is known at compile time
#include "cuda_tile.h"
namespace ct = cuda::tiles;
template <class E, std::size_t... N>
using T = ct::tile<E, ct::shape<N...>>;
enum Plain { A };
enum class Scoped { B };
struct Class {};
// One bit a concept, from left to right: tile_like, pointer, numeric, arithmetic, floating, basic, restricted, integral.
template <class X>
constexpr unsigned tiles = ct::tile_like<X> << 7 | ct::pointer_tile<X> << 6 | ct::numeric_tile<X> << 5 | ct::arithmetic_tile<X> << 4 |
                           ct::floating_point_tile<X> << 3 | ct::basic_floating_point_tile<X> << 2 |
                           ct::restricted_floating_point_tile<X> << 1 | ct::integral_tile<X>;
template <class X>
constexpr unsigned scalars = ct::scalar<X> << 7 | ct::pointer_scalar<X> << 6 | ct::numeric_scalar<X> << 5 | ct::arithmetic_scalar<X> << 4 |
                             ct::floating_point_scalar<X> << 3 | ct::basic_floating_point_scalar<X> << 2 |
                             ct::restricted_floating_point_scalar<X> << 1 | ct::integral_scalar<X>;
template <class E>
constexpr unsigned both = scalars<E> == tiles<E> && tiles<T<E, 4>> == tiles<E> && tiles<T<E>> == tiles<E> && tiles<T<E, 2, 2> const> == tiles<E> && scalars<T<E>> == 0 ? tiles<E> : 0xFFF;
static_assert(both<int> == 0b10110001 && both<unsigned char> == 0b10110001 && both<long> == 0b10110001 && both<long long> == 0b10110001);
static_assert(both<signed char> == 0b10110001 && both<char> == 0b10110001 && both<short> == 0b10110001 && both<unsigned long long> == 0b10110001);
static_assert(both<wchar_t> == 0b10110001 && both<char8_t> == 0b10110001 && both<char16_t> == 0b10110001 && both<char32_t> == 0b10110001);
static_assert(both<bool> == 0b10110001);
static_assert(both<float> == 0b10111100 && both<double> == 0b10111100 && both<__half> == 0b10111100 && both<__nv_bfloat16> == 0b10111100);
static_assert(both<__nv_fp8_e4m3> == 0b10101010 && both<__nv_fp8_e5m2> == 0b10101010 && both<__nv_tf32> == 0b10101010);
static_assert(both<int*> == 0b11000000 && both<float const*> == 0b11000000 && both<void*> == 0b11000000);
static_assert(tiles<int**> == 0 && tiles<__half const**> == 0);
static_assert(tiles<int const> == 0b10110001 && scalars<float volatile> == 0b10111100);
static_assert(tiles<int&> == 0 && tiles<T<int, 4>&> == 0 && tiles<T<int, 4>&&> == 0);
static_assert(tiles<Plain> == 0 && tiles<Scoped> == 0 && tiles<Class> == 0 && tiles<decltype(nullptr)> == 0 && tiles<void> == 0);
static_assert(tiles<int[4]> == 0 && tiles<int()> == 0 && tiles<int Class::*> == 0);
static_assert(ct::integral<int> && ct::integral<bool const> && ct::integral<char8_t> && ct::integral<unsigned long volatile>);
static_assert(!ct::integral<float> && !ct::integral<int&> && !ct::integral<Plain> && !ct::integral<int*> && !ct::integral<T<int>>);
extern "C" __tile_global__ void test() {}

// case: wrappers
// spec: 2.13 Constants
// rows: 2.13.1-1..6 2.13.1.1-1..13 2.13.1.2-1 2.13.2-1..6
// refuses: 2.13.1-1 2.13.2-1
// accept: all of it is known at compile time
#include "cuda_tile.h"
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <auto V>
using C = ct::integral_constant<V>;
template <class X, class Y>
constexpr bool same = std::is_same_v<X, Y>;
static_assert(same<C<7u>::type, C<7u>> && same<C<7u>::value_type, unsigned> && C<7u>::value == 7 && C<7>{}() == 7 && static_cast<long>(C<7>{}) == 7 && std::is_empty_v<C<7>>);
static_assert(same<decltype(C<6>{} + C<3>{}), C<9>> && same<decltype(C<6>{} * C<3>{}), C<18>> && same<decltype(C<6>{} - C<3u>{}), C<3u>> && same<decltype(C<6>{} / C<4>{}), C<1>> && same<decltype(C<6>{} % C<4>{}), C<2>>);
static_assert(same<decltype(C<6>{} & C<3>{}), C<2>> && same<decltype(C<6>{} | C<3>{}), C<7>> && same<decltype(C<6>{} ^ C<3>{}), C<5>> && same<decltype(C<6>{} << C<3>{}), C<48>> && same<decltype(C<6>{} >> C<1>{}), C<3>>);
static_assert(same<decltype(~C<6>{}), C<-7>> && same<decltype(+C<short(6)>{}), C<6>> && same<decltype(-C<6>{}), C<-6>> && same<decltype(C<6>{} + 1), int>);
static_assert((12_ic).value == 12 && 1'000_ic == 1000 && same<decltype(0_ic)::type, decltype(0_ic)>);
template <class T, T V>
concept Wraps = requires { typename ct::integral_constant<V>; };
static_assert(Wraps<int, 1> && Wraps<bool, true> && Wraps<char8_t, u8'a'> && !Wraps<float, 1.5f> && !Wraps<int*, nullptr>);
using Map = ct::dimension_map<2, 0, 1>;
static_assert(Map::rank() == 3 && Map::mapping(0) == 2 && Map::mapping(1) == 0 && Map::mapping(2) == 1 && std::is_empty_v<Map> && ct::dimension_map<>::rank() == 0);
static_assert(std::is_default_constructible_v<Map> && std::is_constructible_v<Map, C<2>, C<0>, C<1>> && !std::is_convertible_v<C<0>, ct::dimension_map<0>>);
static_assert(same<decltype(ct::dimension_map(1_ic, 0_ic)), ct::dimension_map<1, 0>> && same<decltype(ct::dimension_map{0_ic}), ct::dimension_map<0>>);
template <std::size_t... I>
concept Maps = requires { typename ct::dimension_map<I...>; };
static_assert(Maps<> && Maps<1, 0> && !Maps<0, 0> && !Maps<1> && !Maps<0, 2>);
template <class... A>
concept Deduces = requires(A... a) { ct::dimension_map(a...); };
static_assert(Deduces<C<0u>> && Deduces<C<1>, C<0>>);
extern "C" __tile_global__ void test() {}

// case: broadcasting_concepts
// spec: 1.7.3 Broadcasting, 2.1.5 Conversions
// rows: 2.1.5.5-1 2.1.5.6-1 2.1.5.7-1 2.1.5.8-1 2.1.5.9-1 2.1.5.10-1 2.1.5.11-1
// refuses: 2.1.5.5-1 2.1.5.6-1 2.1.5.7-1 2.1.5.8-1 2.1.5.9-1 2.1.5.10-1 2.1.5.11-1
// accept: all of it is known at compile time
#include "cuda_tile.h"
#include <type_traits>
namespace ct = cuda::tiles;
template <class E, std::size_t... N>
using T = ct::tile<E, ct::shape<N...>>;
static_assert(ct::bool_tile_convertible<T<int, 4>> && ct::bool_tile_convertible<float> && ct::bool_tile_convertible<T<int*, 2>> && ct::bool_tile_convertible<bool>);
static_assert(!ct::bool_tile_convertible<decltype(nullptr)>);
template <class A, class B>
constexpr bool to = ct::shape_broadcastable_to<A, B>;
template <class A, class B>
constexpr bool compatible = ct::shape_broadcast_compatible<A, B>;
using ct::shape;
static_assert(to<shape<>, shape<4>> && to<shape<4>, shape<2, 4>> && to<shape<1, 4>, shape<2, 4>> && to<shape<2, 4>, shape<2, 4>>);
static_assert(!to<shape<2, 4>, shape<4>> && !to<shape<2>, shape<2, 4>> && !to<shape<2, 4>, shape<1, 4>> && !to<int, shape<4>>);
static_assert(compatible<shape<2, 1>, shape<1, 4>> && compatible<shape<4>, shape<2, 1>> && compatible<shape<>, shape<8, 8>>);
static_assert(!compatible<shape<2>, shape<4>> && !compatible<shape<2, 4>, shape<4, 4>>);
static_assert(std::is_same_v<ct::shape_broadcast_t<shape<2, 1>, shape<4>>, shape<2, 4>> && std::is_same_v<ct::shape_broadcast_t<shape<>, shape<>>, shape<>>);
template <class A, class B>
concept HasBroadcast = requires { typename ct::shape_broadcast_t<A, B>; };
static_assert(HasBroadcast<shape<1>, shape<4>> && !HasBroadcast<shape<2>, shape<4>> && !HasBroadcast<int, shape<4>>);
static_assert(ct::broadcastable_to<int, shape<4>> && ct::broadcastable_to<T<int, 1>, shape<4>> && !ct::broadcastable_to<T<int, 4>, shape<2>>);
static_assert(ct::broadcast_compatible<T<int, 4>, float> && ct::broadcast_compatible<T<int, 4, 1>, T<__half, 8>> && !ct::broadcast_compatible<T<int, 4>, T<int, 2>>);
template <class A, class B, class E>
concept HasMutual = requires { typename ct::mutual_broadcast_t<A, B, E>; };
static_assert(std::is_same_v<ct::mutual_broadcast_t<T<int, 4, 1>, T<float, 8>, short>, T<short, 4, 8>> && std::is_same_v<ct::mutual_broadcast_t<int, int, float>, float>);
static_assert(HasMutual<int, T<int, 4>, int> && !HasMutual<T<int, 2>, T<int, 4>, int>);
extern "C" __tile_global__ void test() {}

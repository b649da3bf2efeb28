// case: members
// spec: 2.9 Tiles
// rows: 2.9.1-1..9
// refuses: 2.9.1-1 2.9.1-7 2.9.1-8
// arg: i32 = 7
// arg: out i32[4]
// expect: [7, 7, 7, 1]
#include "cuda_tile.h"
#include <type_traits>
namespace ct = cuda::tiles;
template <class E, std::size_t... N>
using T = ct::tile<E, ct::shape<N...>>;
using Tile = T<float, 2, 4>;
static_assert(std::is_same_v<Tile::element_type, float> && std::is_same_v<Tile::shape_type, ct::shape<2, 4>> && std::is_same_v<Tile::rank_type, std::size_t>);
static_assert(sizeof(Tile) == 32 && alignof(Tile) == alignof(float) && sizeof(T<bool, 8>) == 8 && std::is_trivially_copyable_v<Tile> && std::is_final_v<Tile>);
static_assert(std::is_default_constructible_v<Tile> && std::is_same_v<decltype(ct::tile(3)), T<int>> && std::is_same_v<decltype(ct::tile(1.5f)), T<float>>);
template <class E, class S>
concept Tiles = requires { typename ct::tile<E, S>; };
static_assert(Tiles<int, ct::shape<>> && !Tiles<int, ct::shape<3>> && !Tiles<int&, ct::shape<4>> && !Tiles<long double, ct::shape<4>> && !Tiles<int, ct::extents<int, 4>> && !Tiles<void, ct::shape<4>>);
// Conversions keep the shape; those that narrow are explicit.
static_assert(std::is_convertible_v<T<short, 4>, T<int, 4>> && !std::is_convertible_v<T<int, 4>, T<short, 4>> && std::is_constructible_v<T<short, 4>, T<int, 4>>);
static_assert(!std::is_constructible_v<T<int, 4>, T<int, 8>> && !std::is_constructible_v<T<int, 4>, T<int, 1, 4>> && !std::is_constructible_v<T<int, 4>, int> && !std::is_constructible_v<T<int, 4>, T<int*, 4>>);
static_assert(std::is_convertible_v<int, T<int>> && std::is_constructible_v<T<short>, int> && !std::is_convertible_v<int, T<short>>);
// A tile of one element converts to a scalar, whatever its rank.
static_assert(std::is_constructible_v<int, T<int, 1, 1>> && std::is_constructible_v<float, T<int>> && !std::is_constructible_v<int, T<int, 2>> && !std::is_constructible_v<int, T<int*>>);
extern "C" __tile_global__ void test(int n, int* out) {
    T<int> zero = n;
    out[0] = static_cast<int>(zero);
    out[1] = static_cast<int>(T<long>(zero));
    out[2] = static_cast<int>(ct::reshape<ct::shape<1, 1>>(n));
    out[3] = static_cast<bool>(T<int, 1>(ct::full<T<int, 1>>(n)));
}

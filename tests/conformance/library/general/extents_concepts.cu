// case: extents_concepts
// spec: 2.1.3 Extents, 2.1.4 Properties of Tiles
// rows: 2.1.3.1-1 2.1.3.2-1 2.1.3.3-1 2.1.3.4-1 2.1.3.5-1 2.1.4.1-1 2.1.4.2-1 2.1.4.3-1 2.1.4.4-1 2.1.4.5-1 2.1.4.6-1
// refuses: 2.1.3.1-1 2.1.3.3-1 2.1.3.5-1 2.1.4.6-1
// arg: i32 = 4
// arg: out i32[4]
// expect: [1, 0, 0, 1]
#include "cuda_tile.h"
#include <type_traits>
namespace ct = cuda::tiles;
template <class E, std::size_t... N>
using T = ct::tile<E, ct::shape<N...>>;
// Extents of one's own are extents as the library's are.
struct Square {
    using rank_type = std::size_t;
    using index_type = long;
    index_type n;
    __tile__ static constexpr rank_type rank() { return 2; }
    __tile__ static constexpr rank_type rank_dynamic() { return 2; }
    __tile__ static constexpr std::size_t static_extent(rank_type) { return ct::dynamic_extent; }
    __tile__ constexpr index_type extent(rank_type) const { return n; }
};
struct Four {
    using rank_type = std::size_t;
    using index_type = int;
    __tile__ static constexpr rank_type rank() { return 1; }
    __tile__ static constexpr rank_type rank_dynamic() { return 0; }
    __tile__ static constexpr std::size_t static_extent(rank_type) { return 4; }
    __tile__ constexpr index_type extent(rank_type) const { return 4; }
};
struct NoExtent {
    using rank_type = std::size_t;
    using index_type = int;
    __tile__ static constexpr rank_type rank() { return 1; }
    __tile__ static constexpr rank_type rank_dynamic() { return 0; }
    __tile__ static constexpr std::size_t static_extent(rank_type) { return 4; }
};
static_assert(ct::extents_like<ct::shape<2, 4>> && ct::extents_like<ct::extents<int, 3, ct::dynamic_extent>> && ct::extents_like<Square> && ct::extents_like<Four>);
static_assert(!ct::extents_like<NoExtent> && !ct::extents_like<int> && !ct::extents_like<T<int, 4>>);
static_assert(ct::shape_like<ct::shape<3>> && ct::shape_like<ct::extents<long, 2, 2>> && ct::shape_like<Four> && ct::shape_like<ct::shape<>>);
static_assert(!ct::shape_like<Square> && !ct::shape_like<ct::extents<int, ct::dynamic_extent>> && !ct::shape_like<int>);
static_assert(ct::shape_size_v<ct::shape<3, 5>> == 15 && ct::shape_size_v<ct::shape<>> == 1 && ct::shape_size_v<Four> == 4);
static_assert(ct::same_shape<ct::shape<4>, Four> && ct::same_shape<ct::extents<int, 2, 4>, ct::shape<2, 4>>);
static_assert(!ct::same_shape<ct::shape<4>, ct::shape<1, 4>> && !ct::same_shape<ct::shape<4>, ct::extents<int, ct::dynamic_extent>> && !ct::same_shape<int, int>);
static_assert(std::is_same_v<ct::tile_element_t<T<float const*, 2>>, float const*> && std::is_same_v<ct::tile_element_t<int>, int> && std::is_same_v<ct::tile_element_t<T<long, 2> const>, long>);
static_assert(std::is_same_v<ct::tile_shape_t<T<int, 2, 4>>, ct::shape<2, 4>> && std::is_same_v<ct::tile_shape_t<double>, ct::shape<>>);
static_assert(ct::tile_size_v<T<int, 2, 4>> == 8 && ct::tile_size_v<int> == 1 && ct::tile_rank_v<T<int, 2, 4>> == 2 && ct::tile_rank_v<T<int>> == 0 && ct::tile_rank_v<bool> == 0);
static_assert(std::is_same_v<ct::tile_with_element_t<T<int, 2, 4>, bool>, T<bool, 2, 4>> && std::is_same_v<ct::tile_with_element_t<T<int>, float>, T<float>> && std::is_same_v<ct::tile_with_element_t<int, float>, float>);
static_assert(ct::tile_shape<ct::shape<>> && ct::tile_shape<ct::shape<1, 2, 64>> && ct::tile_shape<ct::extents<unsigned, 8>>);
static_assert(!ct::tile_shape<ct::shape<3>> && !ct::tile_shape<ct::shape<0>> && !ct::tile_shape<ct::extents<int, 4>> && !ct::tile_shape<Four> && !ct::tile_shape<ct::extents<unsigned, ct::dynamic_extent>>);
extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = ct::extents_equal(Square{n}, ct::extents<int, 4, ct::dynamic_extent>(n));
    out[1] = ct::extents_equal(Square{n}, ct::shape<4>{});
    out[2] = ct::extents_equal(Square{n - 1}, ct::shape<3, 4>{});
    out[3] = ct::extents_equal(Four{}, ct::extents<long, ct::dynamic_extent>(n));
}

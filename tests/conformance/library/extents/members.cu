// case: members
// spec: 2.8 Extents
// rows: 2.8.1-1..12 2.8.2-1 2.8.3-1 2.8.4-1 2.8.5-1
// refuses: 2.8.1-1 2.8.1-10..11
// arg: i32 = 6
// arg: out i64[11]
// expect: [3, 1, 2, 6, 5, 2, 1, 0, 1, 1, 0]
#include "cuda_tile.h"
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
using E = ct::extents<long, 2, ct::dynamic_extent, 5>;
static_assert(std::is_same_v<E::index_type, long> && std::is_same_v<E::rank_type, std::size_t> && std::is_same_v<ct::shape<2, 4>, ct::extents<std::uint32_t, 2, 4>>);
static_assert(E::rank() == 3 && E::rank_dynamic() == 1 && E::static_extent(0) == 2 && E::static_extent(1) == ct::dynamic_extent && ct::dynamic_extent == static_cast<std::size_t>(-1));
static_assert(sizeof(E) == sizeof(long) && std::is_empty_v<ct::shape<4, 4>> && noexcept(E()) && std::is_trivially_copyable_v<E>);
// The constants of a deduced extent are static, everything else is dynamic.
static_assert(std::is_same_v<decltype(ct::extents{1, 2_ic, 3ul}), ct::extents<std::uint32_t, ct::dynamic_extent, 2, ct::dynamic_extent>>);
// All dynamic extents or all extents; a converted argument, explicitly.
static_assert(std::is_constructible_v<E, int> && std::is_constructible_v<E, int, short, long> && !std::is_constructible_v<E, int, int> && !std::is_constructible_v<E, int*>);
static_assert(!std::is_constructible_v<E, int, int, int*> && !std::is_convertible_v<int, E> && std::is_default_constructible_v<E> && !std::is_constructible_v<E, int, int, int, int>);
template <class I>
concept Extents = requires { typename ct::extents<I, 4>; };
static_assert(Extents<int> && Extents<unsigned char> && !Extents<float>);
extern "C" __tile_global__ void test(int n, long long* out) {
    E e(n);
    out[0] = e.rank();
    out[1] = e.rank_dynamic();
    out[2] = e.extent(0);
    out[3] = e.extent(1);
    out[4] = E(2, n, 5).extent(2);
    out[5] = ct::extents<int, ct::dynamic_extent>(n - 4).extent(0);
    out[6] = e == E(2, n, 5);
    out[7] = e == E(n + 1);
    out[8] = ct::extents{n, 2_ic}.extent(1) == 2;
    // Extents compare by rank and extents, whatever their types.
    out[9] = ct::extents<int, 6>{} == ct::extents<long, ct::dynamic_extent>(n);
    out[10] = ct::shape<6>{} == ct::shape<6, 1>{};
}

// case: right_and_left
// spec: 2.10.2 Layout Right, 2.10.4 Layout Left
// rows: 2.10.1-1..2 2.10.2-1..11 2.10.3-1..2 2.10.4-1..11 2.10.11-1
// refuses: 2.10.2-1 2.10.4-1
// arg: i32 = 5
// arg: out i32[10]
// expect: [20, 4, 1, 1, 3, 15, 5, 1, 0, 1]
#include "cuda_tile.h"
#include <type_traits>
namespace ct = cuda::tiles;
using E = ct::extents<int, 3, ct::dynamic_extent, 4>;
using Right = ct::layout_right::mapping<E>;
using Left = ct::layout_left::mapping<E>;
static_assert(std::is_same_v<Right, ct::layout_right_mapping<E>> && std::is_same_v<Left, ct::layout_left_mapping<E>>);
static_assert(std::is_same_v<Right::extents_type, E> && std::is_same_v<Right::rank_type, std::size_t> && std::is_same_v<Right::index_type, int> && std::is_same_v<Right::layout_type, ct::layout_right>);
static_assert(std::is_same_v<Left::extents_type, E> && std::is_same_v<Left::rank_type, std::size_t> && std::is_same_v<Left::index_type, int> && std::is_same_v<Left::layout_type, ct::layout_left>);
static_assert(Right::is_always_strided() && Left::is_always_strided() && sizeof(Right) == sizeof(E) && sizeof(Left) == sizeof(E));
// What depends on the dynamic extent is dynamic.
static_assert(Right::static_stride(0) == ct::dynamic_extent && Right::static_stride(1) == 4 && Right::static_stride(2) == 1);
static_assert(Left::static_stride(0) == 1 && Left::static_stride(1) == 3 && Left::static_stride(2) == ct::dynamic_extent);
static_assert(!std::is_convertible_v<E, Right> && std::is_constructible_v<Right, E> && !std::is_convertible_v<E, Left> && std::is_constructible_v<Left, E>);
template <class X>
concept HasRight = requires { typename ct::layout_right_mapping<X>; };
template <class X>
concept HasLeft = requires { typename ct::layout_left_mapping<X>; };
static_assert(HasRight<E> && !HasRight<int> && HasLeft<E> && !HasLeft<ct::layout_left>);
extern "C" __tile_global__ void test(int n, int* out) {
    Right right{E(n)};
    Left left{E(n)};
    for (int i = 0; i < 3; ++i)
        out[i] = right.stride(i);
    out[3] = left.stride(0);
    out[4] = left.stride(1);
    out[5] = left.stride(2);
    out[6] = right.extents().extent(1);
    out[7] = left.extents() == right.extents();
    out[8] = right == left;
    out[9] = right == Right{E(5)};
}

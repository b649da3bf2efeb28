// case: padded
// spec: 2.10.6 Layout Right Padded, 2.10.8 Layout Left Padded
// rows: 2.10.5-1..2 2.10.6-1..15 2.10.7-1..2 2.10.8-1..15
// refuses: 2.10.6-1 2.10.6-3 2.10.6-10 2.10.8-1 2.10.8-3 2.10.8-10
// arg: i32 = 6
// arg: out i32[8]
// expect: [8, 1, 1, 4, 12, 1, 1, 6]
#include "cuda_tile.h"
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
using E = ct::extents<int, 3, ct::dynamic_extent>;
using Right = ct::layout_right_padded<4>::mapping<E>;
using Left = ct::layout_left_padded<4>::mapping<E>;
using Free = ct::layout_right_padded_mapping<E, ct::dynamic_extent>;
using FreeLeft = ct::layout_left_padded_mapping<E, ct::dynamic_extent>;
static_assert(std::is_same_v<Right, ct::layout_right_padded_mapping<E, 4>> && std::is_same_v<Left, ct::layout_left_padded_mapping<E, 4>>);
static_assert(std::is_same_v<Right::extents_type, E> && std::is_same_v<Right::rank_type, std::size_t> && std::is_same_v<Right::index_type, int> && std::is_same_v<Right::layout_type, ct::layout_right_padded<4>>);
static_assert(std::is_same_v<Left::extents_type, E> && std::is_same_v<Left::rank_type, std::size_t> && std::is_same_v<Left::index_type, int> && std::is_same_v<Left::layout_type, ct::layout_left_padded<4>>);
// The contiguous extent is padded: 6 to 8 on the right, 3 to 4 on the left.
static_assert(Right::is_always_strided() && Left::is_always_strided() && Right::static_stride(1) == 1 && Right::static_stride(0) == ct::dynamic_extent);
static_assert(Left::static_stride(0) == 1 && Left::static_stride(1) == 4 && FreeLeft::static_stride(1) == ct::dynamic_extent);
// Only a dynamic alignment is stored.
static_assert(sizeof(Right) == sizeof(E) && sizeof(Free) == 2 * sizeof(int) && sizeof(FreeLeft) == 2 * sizeof(int));
static_assert(std::is_same_v<decltype(ct::layout_right_padded_mapping(E(6), 4_ic)), Right> && std::is_same_v<decltype(ct::layout_right_padded_mapping(E(6), 4)), Free>);
static_assert(std::is_same_v<decltype(ct::layout_left_padded_mapping(E(6), 4_ic)), Left> && std::is_same_v<decltype(ct::layout_left_padded_mapping(E(6), 4)), FreeLeft>);
static_assert(std::is_constructible_v<Free, E, short> && !std::is_constructible_v<Free, E, int*> && std::is_constructible_v<FreeLeft, E, long> && !std::is_constructible_v<FreeLeft, E, int*>);
template <class X>
concept HasRight = requires { typename ct::layout_right_padded_mapping<X, 4>; };
template <class X>
concept HasLeft = requires { typename ct::layout_left_padded_mapping<X, 4>; };
static_assert(HasRight<E> && !HasRight<int> && HasLeft<E> && !HasLeft<int>);
extern "C" __tile_global__ void test(int n, int* out) {
    Right right(E(n), 4_ic);
    Left left(E(n), 4_ic);
    out[0] = right.stride(0);
    out[1] = right.stride(1);
    out[2] = left.stride(0);
    out[3] = left.stride(1);
    out[4] = Free(E(n), n).stride(0) + FreeLeft(E(n), n).stride(1);
    out[5] = Free(E(n), 4) == right;
    out[6] = left.extents() == right.extents();
    out[7] = right.extents().extent(1);
}

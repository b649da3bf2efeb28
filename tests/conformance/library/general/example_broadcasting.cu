// case: example_broadcasting
// spec: 1.7.3 Shape Conversions (examples)
// arg: i32[4] = [1, 2, 3, 4]
// arg: i32[2] = [5, 6]
// arg: out i32[32]
// arg: out i32[8]
// arg: out i32[8]
// arg: out i32[8]
// expect: [1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4]
// expect: [1, 2, 1, 2, 1, 2, 1, 2]
// expect: [1, 2, 3, 4, 1, 2, 3, 4]
// expect: [5, 5, 5, 5, 6, 6, 6, 6]
// note: the last two are what the operands of `a * 10 + b` become: 10 * a has only tens and b only units.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Broadcastable to; the shape 5x2 is broadcastable to itself, though it is not a shape of a tile.
static_assert(ct::shape_broadcastable_to<ct::shape<4, 1>, ct::shape<4, 8>>);
static_assert(ct::shape_broadcastable_to<ct::shape<2>, ct::shape<4, 2>>);
static_assert(ct::shape_broadcastable_to<ct::shape<5, 2>, ct::shape<5, 2>>);
static_assert(ct::broadcastable_to<double, ct::shape<4, 8>>);
static_assert(ct::broadcastable_to<ct::tile<float, ct::shape<2>>, ct::shape<8, 2>>);
static_assert(ct::broadcastable_to<ct::tile<float, ct::shape<2, 1, 8>>, ct::shape<2, 16, 8>>);
// Shapes that are mutual broadcast compatible.
static_assert(ct::shape_broadcast_compatible<ct::shape<5, 1>, ct::shape<1, 3>>);
static_assert(ct::shape_broadcast_compatible<ct::shape<2, 4, 1>, ct::shape<4, 3>>);
static_assert(ct::shape_broadcast_compatible<ct::shape<>, ct::shape<3, 4, 5>>);
static_assert(!ct::shape_broadcast_compatible<ct::shape<4, 2>, ct::shape<5, 2>>);
// Mutual broadcast shapes.
template <class A, class B, class C>
constexpr bool gives = __is_same(ct::shape_broadcast_t<A, B>, C) && __is_same(ct::shape_broadcast_t<B, A>, C);
static_assert(gives<ct::shape<4, 1>, ct::shape<4, 8>, ct::shape<4, 8>>);
static_assert(gives<ct::shape<1, 5>, ct::shape<3, 1>, ct::shape<3, 5>>);
static_assert(gives<ct::shape<4, 2, 1>, ct::shape<2, 6>, ct::shape<4, 2, 6>>);
static_assert(gives<ct::shape<4>, ct::shape<1, 2, 1>, ct::shape<1, 2, 4>>);
// Tiles that are pairwise broadcast compatible.
using A = ct::tile<int, ct::shape<2, 1, 8>>;
using B = ct::tile<int, ct::shape<1, 4, 1>>;
using C = ct::tile<float, ct::shape<4, 8>>;
static_assert(ct::broadcast_compatible<A, B> && ct::broadcast_compatible<A, C> && ct::broadcast_compatible<B, C>);
static_assert(ct::broadcast_compatible<A, double> && ct::broadcast_compatible<double, B> && ct::broadcast_compatible<C, double>);
static_assert(__is_same(ct::mutual_broadcast_t<A, B, int>, ct::tile<int, ct::shape<2, 4, 8>>));

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int const* x, int const* y, int* columns, int* rows, int* first, int* second) {
    auto column = ct::load(x + ct::iota<ct::tile<int, ct::shape<4, 1>>>());
    put(columns, ct::broadcast(column, ct::shape<4, 8>{}));
    auto row = ct::load(x + ct::iota<ct::tile<int, ct::shape<2>>>());
    put(rows, ct::broadcast(row, ct::shape<4, 2>{}));
    auto a = ct::load(x + ct::iota<ct::tile<int, ct::shape<1, 4>>>());
    auto b = ct::load(y + ct::iota<ct::tile<int, ct::shape<2, 1>>>());
    auto both = a * 10 + b;
    static_assert(__is_same(decltype(both), ct::tile<int, ct::shape<2, 4>>));
    put(first, both / 10);
    put(second, both % 10);
}

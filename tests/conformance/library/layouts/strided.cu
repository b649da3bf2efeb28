// case: strided
// spec: 2.10.10 Layout Strided, 2.10.12 Static Strides
// rows: 2.10.9-1..2 2.10.10-1..12 2.10.12-1..2
// refuses: 2.10.10-1 2.10.12-2
// arg: i32 = 7
// arg: out i32[5]
// expect: [7, 2, 5, 0, 1]
#include "cuda_tile.h"
#include <type_traits>
namespace ct = cuda::tiles;
using E = ct::extents<int, 3, ct::dynamic_extent>;
using S = ct::extents<int, ct::dynamic_extent, 2>;
using Strided = ct::layout_strided<S>::mapping<E>;
static_assert(std::is_same_v<Strided, ct::layout_strided_mapping<E, S>> && Strided::is_always_strided() && Strided::static_stride(0) == ct::dynamic_extent && Strided::static_stride(1) == 2);
static_assert(std::is_same_v<Strided::extents_type, E> && std::is_same_v<Strided::rank_type, std::size_t> && std::is_same_v<Strided::index_type, int> && std::is_same_v<Strided::layout_type, ct::layout_strided<S>>);
static_assert(sizeof(Strided) == sizeof(E) + sizeof(S) && std::is_constructible_v<Strided, E, S> && !std::is_constructible_v<Strided, E>);
template <class X, class Y>
concept HasStrided = requires { typename ct::layout_strided_mapping<X, Y>; };
static_assert(HasStrided<E, S> && !HasStrided<E, ct::extents<int, 2>> && !HasStrided<E, ct::extents<long, 1, 2>> && !HasStrided<E, int>);
// The static strides of a mapping that tells them, and of one that does not.
struct Silent {
    using extents_type = E;
    using rank_type = std::size_t;
};
template <class M>
concept Tells = requires(ct::layout_mapping_static_stride<M> f) { f(std::size_t{0}); };
static_assert(Tells<Strided> && !Tells<Silent> && ct::layout_mapping_static_stride<Strided>{}(1) == 2 && ct::layout_mapping_static_stride<ct::layout_right_mapping<E>>{}(1) == 1);
extern "C" __tile_global__ void test(int n, int* out) {
    Strided m(E(5), S(n));
    out[0] = m.stride(0);
    out[1] = m.stride(1);
    out[2] = m.extents().extent(1);
    out[3] = m == ct::layout_right_mapping(E(5));
    out[4] = Strided(E(5), S(10)) == ct::layout_strided_mapping(ct::extents<long, 3, 5>{}, ct::extents<long, 10, 2>{});
}

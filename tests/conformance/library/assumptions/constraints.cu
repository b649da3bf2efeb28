// case: constraints
// spec: 2.15 Assumptions
// rows: 2.15.1-1 2.15.2-1 2.15.3-1 2.15.4-1 2.15.5-1 2.15.6-1 2.15.7-1 2.15.8-1
// refuses: 2.15.1-1 2.15.2-1 2.15.3-1 2.15.4-1 2.15.5-1 2.15.6-1 2.15.7-1 2.15.8-1
// accept: all of it is known at compile time
#include "cuda_tile.h"
namespace ct = cuda::tiles;
template <class E, std::size_t... N>
using T = ct::tile<E, ct::shape<N...>>;
template <auto V>
using C = ct::integral_constant<V>;
template <class A, class S>
concept Blocked = requires(A a) { ct::assume_blocked<S>(a); ct::assume_blocked(a, S{}); };
static_assert(Blocked<T<int, 4, 4>, ct::shape<1, 4>> && Blocked<T<int*, 4>, ct::shape<2>> && Blocked<int, ct::shape<>>);
static_assert(!Blocked<T<int, 4>, ct::shape<1, 4>> && !Blocked<T<int, 4>, ct::shape<0>> && !Blocked<T<float, 4>, ct::shape<2>>);
template <class A, auto L, auto U>
concept Bounded = requires(A a) { ct::assume_bounded<L, U>(a); ct::assume_bounded(a, C<L>{}, C<U>{}); };
static_assert(Bounded<T<int, 4>, -1, 5> && Bounded<unsigned char, 0, 127> && Bounded<int, 7, 7> && Bounded<long, -1, 0x7fffffffffffffffL>);
static_assert(!Bounded<int, 5, 4> && !Bounded<T<bool, 4>, 0, 1> && !Bounded<signed char, 0, 128> && !Bounded<unsigned, -1, 4> && !Bounded<float, 0, 1> && !Bounded<signed char, -129, 0>);
template <class A, auto U>
concept Above = requires(A a) { ct::assume_bounded_above<U>(a); ct::assume_bounded_above(a, C<U>{}); };
static_assert(Above<T<int, 4>, -4> && Above<unsigned, 9> && !Above<bool, 1> && !Above<signed char, 128> && !Above<unsigned, -1> && !Above<float, 1>);
template <class A, auto L>
concept Below = requires(A a) { ct::assume_bounded_below<L>(a); ct::assume_bounded_below(a, C<L>{}); };
static_assert(Below<T<int, 4>, -4> && Below<signed char, -128> && !Below<bool, 0> && !Below<signed char, 128> && !Below<T<unsigned, 4>, 0> && !Below<float, 0>);
template <class A, auto D>
concept Divisible = requires(A a) { ct::assume_divisible<D>(a); ct::assume_divisible(a, C<D>{}); };
static_assert(Divisible<T<unsigned, 4>, 16> && Divisible<int, 1> && !Divisible<int, 3> && !Divisible<int, 0> && !Divisible<int, -2> && !Divisible<int*, 4> && !Divisible<float, 4>);
template <class A, auto D, auto S, auto I>
concept DivisibleStrided = requires(A a) { ct::assume_divisible_strided<D, S, I>(a); ct::assume_divisible_strided(a, C<D>{}, C<S>{}, C<I>{}); };
static_assert(DivisibleStrided<T<int, 4, 8>, 4, 2, 1> && DivisibleStrided<T<long, 4>, 1, 1, 0>);
static_assert(!DivisibleStrided<T<int, 4>, 3, 1, 0> && !DivisibleStrided<T<int, 4>, 4, 0, 0> && !DivisibleStrided<T<int, 4>, 4, 1, 1> && !DivisibleStrided<T<int, 4>, 4, 1, -1> && !DivisibleStrided<T<unsigned, 4>, 4, 1, 0> && !DivisibleStrided<int, 4, 1, 0>);
template <class A, auto N>
concept Aligned = requires(A a) { ct::assume_aligned<N>(a); ct::assume_aligned(a, C<N>{}); };
static_assert(Aligned<T<int*, 4>, 16> && Aligned<void const*, 1> && !Aligned<int*, 12> && !Aligned<int*, 0> && !Aligned<int, 4>);
template <class A, auto N, auto S, auto I>
concept AlignedStrided = requires(A a) { ct::assume_aligned_strided<N, S, I>(a); ct::assume_aligned_strided(a, C<N>{}, C<S>{}, C<I>{}); };
static_assert(AlignedStrided<T<float*, 4, 8>, 16, 4, 1> && !AlignedStrided<T<float*, 4>, 12, 4, 0> && !AlignedStrided<T<float*, 4>, 16, 0, 0> && !AlignedStrided<T<float*, 4>, 16, 4, 1> && !AlignedStrided<T<float*, 4>, 16, 4, -1> && !AlignedStrided<T<int, 4>, 16, 4, 0> && !AlignedStrided<float*, 16, 4, 0>);
extern "C" __tile_global__ void test() {}

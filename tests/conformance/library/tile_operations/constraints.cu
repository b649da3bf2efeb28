// case: constraints
// spec: 2.3 Tile Operations
// rows: 2.3.1-1 2.3.2-1 2.3.3-1 2.3.4-1 2.3.5-1 2.3.6-1 2.3.7-1 2.3.8-1 2.3.9-1 2.3.10-1 2.3.11-1 2.3.12-1 2.3.13-1 2.3.14-1 2.3.15-1 2.3.16-1 2.3.17-1 2.3.18-1 2.3.19-1 2.3.20-1
// refuses: 2.3.2-1 2.3.7-1 2.3.8-1 2.3.9-1 2.3.12-1 2.3.13-1 2.3.14-1 2.3.15-1 2.3.16-1 2.3.17-1 2.3.18-1 2.3.19-1 2.3.20-1
// accept: all of it is known at compile time
#include "cuda_tile.h"
#include <cuda_fp16.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, std::size_t... N>
using T = ct::tile<E, ct::shape<N...>>;
template <class A>
concept Iota = requires { ct::iota<A>(); };
static_assert(Iota<T<int, 4>> && Iota<T<unsigned char, 256>> && Iota<T<signed char, 128>> && Iota<long> && Iota<T<bool, 2>>);
static_assert(!Iota<T<signed char, 256>> && !Iota<T<bool, 4>> && !Iota<T<float, 4>> && !Iota<T<int*, 4>>);
template <class A>
concept Zeros = requires { ct::zeros<A>(); ct::ones<A>(); };
static_assert(Zeros<T<__half, 4>> && Zeros<float> && !Zeros<T<int*, 4>> && requires(int* p) { ct::full<T<int*, 4>>(p); ct::full<int>(3); });
template <class A>
concept Classifies = requires(A a) { ct::isnan(a); ct::isinf(a); };
static_assert(Classifies<T<float, 4>> && Classifies<__half> && !Classifies<T<int, 4>>);
static_assert(std::is_same_v<decltype(ct::isnan(T<float, 2, 2>{})), T<bool, 2, 2>> && std::is_same_v<decltype(ct::isinf(1.0)), bool>);
template <class A, class S>
concept Reshapes = requires(A a) { ct::reshape<S>(a); ct::reshape(a, S{}); };
static_assert(Reshapes<T<int*, 4, 4>, ct::shape<16>> && Reshapes<int, ct::shape<1, 1>> && Reshapes<T<int, 8>, ct::shape<2, 1, 4>>);
static_assert(!Reshapes<T<int, 8>, ct::shape<4>> && !Reshapes<T<int, 8>, ct::extents<long, 8>>);
template <class A, class M>
concept Permutes = requires(A a) { ct::permute<M>(a); ct::permute(a, M{}); typename ct::tile_permutation_t<A, M>; };
static_assert(Permutes<T<int, 2, 4>, ct::dimension_map<1, 0>> && Permutes<int, ct::dimension_map<>> && Permutes<T<int, 2>, ct::dimension_map<0>>);
static_assert(!Permutes<T<int, 2, 4>, ct::dimension_map<0>> && !Permutes<T<int, 2, 4>, ct::shape<1, 0>> && !Permutes<int, ct::dimension_map<0>>);
static_assert(std::is_same_v<ct::tile_permutation_t<T<int, 2, 4, 8>, ct::dimension_map<2, 0, 1>>, T<int, 8, 2, 4>>);
static_assert(std::is_same_v<ct::tile_transpose_t<T<int, 2, 4>>, T<int, 4, 2>> && std::is_same_v<decltype(ct::transpose(T<int, 2, 4, 8>{})), T<int, 4, 2, 8>> && std::is_same_v<decltype(ct::transpose(1)), int>);
static_assert(ct::concatenation_compatible<T<int, 2, 4>, T<int, 2, 4>, 1> && !ct::concatenation_compatible<T<int, 2, 4>, T<int, 2, 4>, 2> && !ct::concatenation_compatible<T<int, 2, 4>, T<long, 2, 4>, 0>);
static_assert(!ct::concatenation_compatible<T<int, 2, 4>, T<int, 2, 8>, 1> && !ct::concatenation_compatible<T<int, 2, 4>, T<int, 4, 4>, 1> && !ct::concatenation_compatible<int, int, 0> && !ct::concatenation_compatible<T<int, 2>, T<int, 2, 1>, 0>);
template <class A, class B, auto D>
concept Cats = requires(A a, B b) { ct::cat<D>(a, b); ct::cat(a, b, ct::integral_constant<D>{}); };
template <class A, class B, std::size_t D>
concept HasCat = requires { typename ct::concatenation_t<A, B, D>; };
static_assert(Cats<T<int, 2, 4>, T<int, 2, 4>, 0> && !Cats<T<int, 2, 4>, T<int, 2, 4>, -1> && !Cats<T<int, 2, 4>, T<int, 2, 4>, 2> && !Cats<T<int, 2>, T<float, 2>, 0>);
static_assert(std::is_same_v<ct::concatenation_t<T<int, 2, 4>, T<int, 2, 4>, 1>, T<int, 2, 8>> && !HasCat<T<int, 2>, T<int, 2>, 1>);
template <class C, class A, class B>
concept Selects = requires(C c, A a, B b) { ct::select(c, a, b); };
static_assert(Selects<bool, int, int> && Selects<T<float, 1>, T<int, 4>, T<int, 4>> && Selects<T<int*, 4>, T<int, 2, 4>, T<int, 2, 4>>);
static_assert(!Selects<T<bool, 2>, T<int, 4>, T<int, 4>> && !Selects<T<bool, 4>, T<int, 4>, int> && !Selects<T<bool, 2, 4>, T<int, 4>, T<int, 4>> && !Selects<bool, int, long>);
static_assert(ct::extractable_from<ct::shape<2, 2>, T<int, 4, 4>> && !ct::extractable_from<ct::shape<2>, T<int, 4, 4>> && !ct::extractable_from<ct::shape<8, 2>, T<int, 4, 4>>);
template <class S, class A, class... I>
concept Extracts = requires(A a, I... i) { ct::extract(a, S{}, i...); };
static_assert(Extracts<ct::shape<2, 2>, T<int, 4, 4>, int, unsigned long> && Extracts<ct::shape<>, int> && Extracts<ct::shape<2>, T<int*, 4>, double>);
static_assert(!Extracts<ct::shape<2, 2>, T<int, 4, 4>, int> && !Extracts<ct::shape<2>, T<int, 4>, int*> && !Extracts<ct::shape<8>, T<int, 4>, int>);
template <class S, class A>
concept Broadcasts = requires(A a) { ct::broadcast<S>(a); ct::broadcast(a, S{}); };
static_assert(Broadcasts<ct::shape<4>, int*> && Broadcasts<ct::shape<2, 4>, T<int, 4>> && !Broadcasts<ct::shape<4>, T<int, 2>> && !Broadcasts<ct::shape<4>, T<int, 1, 4>>);
template <class E, class A>
concept Casts = requires(A a) { ct::element_cast<E>(a); };
static_assert(Casts<__half, T<int, 4>> && Casts<int const*, T<int*, 4>> && Casts<bool, T<int*, 4>> && !Casts<int*, T<int const*, 4>> && !Casts<long, T<int*, 4>> && !Casts<int*, T<long, 4>>);
template <class E, class A>
concept Bitcasts = requires(A a) { ct::element_bitcast<E>(a); };
static_assert(Bitcasts<int, T<float, 4>> && Bitcasts<__half, short> && !Bitcasts<int, T<long, 4>> && !Bitcasts<__half, T<float, 4>>);
extern "C" __tile_global__ void test() {}

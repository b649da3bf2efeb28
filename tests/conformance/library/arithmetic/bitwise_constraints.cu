// case: bitwise_constraints
// spec: 2.2 Arithmetic
// rows: 2.2.11-1 2.2.12-1 2.2.13-1 2.2.14-1 2.2.15-1 2.2.16-1 2.2.17-1 2.2.18-1 2.2.19-1
// refuses: 2.2.11-1 2.2.12-1 2.2.13-1 2.2.14-1 2.2.15-1 2.2.16-1 2.2.17-1 2.2.18-1
// accept: all of it is known at compile time
// flags: --cuda-version=13.3
#include "cuda_tile.h"
#include <type_traits>
namespace ct = cuda::tiles;
template <class E, std::size_t... N>
using T = ct::tile<E, ct::shape<N...>>;
template <class A, class B>
constexpr int bits = requires(A a, B b) { a & b; } << 2 | requires(A a, B b) { a | b; } << 1 | requires(A a, B b) { a ^ b; };
template <class A, class B>
constexpr int shifts = requires(A a, B b) { a << b; } << 1 | requires(A a, B b) { a >> b; };
template <class A, class B>
constexpr int logic = requires(A a, B b) { a && b; } << 1 | requires(A a, B b) { a || b; };
template <class A>
concept Complements = requires(A a) { ~a; };
static_assert(bits<T<int, 4>, T<int, 4>> == 7 && bits<T<bool, 4>, bool> == 7 && bits<T<long, 4>, int> == 7 && bits<T<int, 2, 1>, T<short, 4>> == 7);
static_assert(bits<T<int, 4>, T<unsigned, 4>> == 0 && bits<T<float, 4>, T<int, 4>> == 0 && bits<T<int, 4>, long> == 0 && bits<T<int, 4>, T<int, 2>> == 0 && bits<T<bool, 4>, int> == 0);
// A shift takes any integers: its type is that of the left side.
static_assert(shifts<T<int, 4>, T<unsigned, 4>> == 3 && shifts<T<short, 4>, long> == 3 && shifts<int, T<char, 4>> == 3 && shifts<T<int, 4>, bool> == 3);
static_assert(shifts<T<bool, 4>, int> == 0 && shifts<T<int, 4>, T<int, 2>> == 0 && shifts<T<int, 4>, float> == 0 && shifts<T<float, 4>, int> == 0);
static_assert(std::is_same_v<decltype(T<short, 4>{} << 1L), T<short, 4>> && std::is_same_v<decltype(1 >> T<char, 4>{}), T<int, 4>>);
static_assert(Complements<T<int, 4>> && Complements<T<unsigned char, 2>> && !Complements<T<bool, 4>> && !Complements<T<float, 4>>);
static_assert(logic<T<int, 4>, T<float, 4>> == 3 && logic<T<int*, 4>, bool> == 3 && logic<T<bool, 2, 1>, T<bool, 4>> == 3 && logic<T<int, 4>, T<int, 2>> == 0);
static_assert(std::is_same_v<decltype(T<int, 4>{} && 1.5), T<bool, 4>> && std::is_same_v<decltype(!T<float, 2>{}), T<bool, 2>>);
extern "C" __tile_global__ void test() {}

// case: pointer_constraints
// spec: 2.2 Arithmetic
// rows: 2.2.25-1 2.2.26-1..2 2.2.27-1 2.2.28-1 2.2.29-1..6 2.2.30-1..2 2.2.31-1..2
// refuses: 2.2.26-1..2 2.2.27-1 2.2.28-1 2.2.29-1..6
// accept: all of it is known at compile time
#include "cuda_tile.h"
#include <cstddef>
#include <type_traits>
namespace ct = cuda::tiles;
template <class E, std::size_t... N>
using T = ct::tile<E, ct::shape<N...>>;
template <class A, class B>
constexpr int moves = requires(A a, B b) { a + b; } << 2 | requires(A a, B b) { b + a; } << 1 | requires(A a, B b) { a - b; };
template <class A, class B>
constexpr int compares = requires(A a, B b) { a == b; } << 5 | requires(A a, B b) { a != b; } << 4 | requires(A a, B b) { a < b; } << 3 |
                         requires(A a, B b) { a <= b; } << 2 | requires(A a, B b) { a > b; } << 1 | requires(A a, B b) { a >= b; };
static_assert(moves<T<int*, 4>, int> == 7 && moves<T<float const*, 4, 1>, T<char, 8>> == 7 && moves<int*, T<unsigned long, 4>> == 7 && moves<T<int*>, bool> == 7);
static_assert(moves<T<void*, 4>, int> == 0 && moves<T<int*, 4>, float> == 0 && moves<T<int*, 4>, T<int, 2>> == 0 && moves<void*, T<int, 4>> == 0);
static_assert(moves<T<int*, 4>, T<int const*, 4>> == 1 && moves<T<int*, 4>, int*> == 1 && moves<T<int*, 4>, T<float*, 4>> == 0 && moves<T<void*, 4>, T<void*, 4>> == 0);
static_assert(moves<T<int*, 4>, T<int*, 2>> == 0);
static_assert(compares<T<int*, 4>, T<int const*, 4>> == 63 && compares<T<int*, 4>, T<void*, 1>> == 63 && compares<int*, T<int*, 4>> == 63);
static_assert(compares<T<int*, 4>, T<float*, 4>> == 0 && compares<T<int*, 4>, T<int*, 2>> == 0 && compares<T<int*, 4>, T<long, 4>> == 0);
static_assert(compares<T<int*, 4>, std::nullptr_t> == 48 && compares<std::nullptr_t, T<int*, 4>> == 48 && compares<T<int, 4>, std::nullptr_t> == 0);
static_assert(std::is_same_v<decltype(+T<int*, 4>{}), T<int*, 4>> && std::is_same_v<decltype(2 + T<int*, 4>{}), T<int*, 4>> && std::is_same_v<decltype(T<int*, 4, 1>{} - T<int const*, 8>{}), T<std::ptrdiff_t, 4, 8>>);
static_assert(std::is_same_v<decltype(T<int*, 4>{} == nullptr), T<bool, 4>> && std::is_same_v<decltype(nullptr != T<int*, 2, 2>{}), T<bool, 2, 2>>);
extern "C" __tile_global__ void test() {}

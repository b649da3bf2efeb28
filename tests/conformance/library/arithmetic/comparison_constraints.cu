// case: comparison_constraints
// spec: 2.2.10 Comparison Operators
// rows: 2.2.10-1..6
// refuses: 2.2.10-1..6
// accept: all of it is known at compile time
#include "cuda_tile.h"
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <type_traits>
namespace ct = cuda::tiles;
template <class E, std::size_t... N>
using T = ct::tile<E, ct::shape<N...>>;
template <class A, class B>
constexpr int compares = requires(A a, B b) { a == b; } << 5 | requires(A a, B b) { a != b; } << 4 | requires(A a, B b) { a < b; } << 3 |
                         requires(A a, B b) { a <= b; } << 2 | requires(A a, B b) { a > b; } << 1 | requires(A a, B b) { a >= b; };
static_assert(compares<T<int, 4>, T<int, 4>> == 63 && compares<T<int, 4>, double> == 63 && compares<T<__half, 2>, float> == 63 && compares<T<int, 4, 1>, T<long, 8>> == 63);
static_assert(compares<T<bool, 4>, int> == 63 && compares<short, T<int>> == 63 && compares<T<unsigned char, 2>, int> == 63);
static_assert(compares<T<int, 4>, unsigned> == 0 && compares<T<unsigned, 4>, T<int, 4>> == 0 && compares<T<int, 4>, T<int, 2>> == 0 && compares<T<int, 4>, int*> == 0);
static_assert(compares<T<__nv_fp8_e4m3, 4>, T<__nv_fp8_e4m3, 4>> == 0 && compares<T<long, 4>, unsigned long> == 0);
static_assert(std::is_same_v<decltype(T<int, 4, 1>{} < T<long, 8>{}), T<bool, 4, 8>> && std::is_same_v<decltype(T<float>{} == 1), T<bool>>);
extern "C" __tile_global__ void test() {}

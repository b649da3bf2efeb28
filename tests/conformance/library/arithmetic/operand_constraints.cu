// case: operand_constraints
// spec: 2.2 Arithmetic
// rows: 2.2.1-1..2 2.2.3-1..2 2.2.5-1..2 2.2.6-1..2 2.2.7-1 2.2.8-1 2.2.9-1..2 2.2.20-1 2.2.21-1 2.2.24-1 2.2.2-1 2.2.4-1 2.2.22-1
// refuses: 2.2.1-1..2 2.2.3-1..2 2.2.5-1..2 2.2.6-1..2 2.2.7-1 2.2.8-1 2.2.9-1..2 2.2.20-1 2.2.21-1 2.2.24-1
// accept: all of it is known at compile time
#include "cuda_tile.h"
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <type_traits>
namespace ct = cuda::tiles;
template <class E, std::size_t... N>
using T = ct::tile<E, ct::shape<N...>>;
struct Plus { template <class A, class B> __tile__ auto operator()(A a, B b) const -> decltype(a + b); };
struct Add { template <class A, class B> __tile__ auto operator()(A a, B b) const -> decltype(ct::add(a, b)); };
struct Minus { template <class A, class B> __tile__ auto operator()(A a, B b) const -> decltype(a - b); };
struct Sub { template <class A, class B> __tile__ auto operator()(A a, B b) const -> decltype(ct::sub(a, b)); };
struct Times { template <class A, class B> __tile__ auto operator()(A a, B b) const -> decltype(a * b); };
struct Mul { template <class A, class B> __tile__ auto operator()(A a, B b) const -> decltype(ct::mul(a, b)); };
struct Over { template <class A, class B> __tile__ auto operator()(A a, B b) const -> decltype(a / b); };
struct Div { template <class A, class B> __tile__ auto operator()(A a, B b) const -> decltype(ct::div(a, b)); };
struct Max { template <class A, class B> __tile__ auto operator()(A a, B b) const -> decltype(ct::max(a, b)); };
struct Min { template <class A, class B> __tile__ auto operator()(A a, B b) const -> decltype(ct::min(a, b)); };
struct Remainder { template <class A, class B> __tile__ auto operator()(A a, B b) const -> decltype(ct::remainder(a, b)); };
struct Modulo { template <class A, class B> __tile__ auto operator()(A a, B b) const -> decltype(a % b); };
struct Ceildiv { template <class A, class B> __tile__ auto operator()(A a, B b) const -> decltype(ct::ceildiv(a, b)); };
struct Floordiv { template <class A, class B> __tile__ auto operator()(A a, B b) const -> decltype(ct::floordiv(a, b)); };
struct Mulhi { template <class A, class B> __tile__ auto operator()(A a, B b) const -> decltype(ct::mulhi(a, b)); };
template <class F, class A, class B>
struct result { using type = void; };
template <class F, class A, class B>
    requires requires(F f, A a, B b) { f(a, b); }
struct result<F, A, B> { using type = decltype(F{}(A{}, B{})); };
template <class F, class A, class B, class R>
constexpr bool gives = std::is_same_v<typename result<F, A, B>::type, R>;
template <class F>
constexpr bool of_integers = gives<F, T<int, 4>, int, T<int, 4>> && gives<F, T<int, 4, 1>, T<long, 8>, T<long, 4, 8>> && gives<F, short, T<int, 2>, T<int, 2>> &&
    gives<F, T<int, 4>, T<unsigned, 4>, void> && gives<F, T<int, 4>, T<int, 2>, void> && gives<F, T<int, 4>, long, void> && gives<F, T<int*, 4>, T<long, 4, 2>, void> &&
    gives<F, T<__nv_fp8_e5m2, 4>, T<int, 4>, void>;
template <class F>
constexpr bool of_numbers = of_integers<F> && gives<F, T<float, 4>, T<__half, 1>, T<float, 4>> && gives<F, int, T<double, 2>, T<double, 2>> && gives<F, T<__half, 4>, float, void>;
static_assert(of_numbers<Plus> && of_numbers<Add> && of_numbers<Minus> && of_numbers<Sub> && of_numbers<Times> && of_numbers<Mul> && of_numbers<Over> && of_numbers<Div>);
static_assert(of_numbers<Max> && of_numbers<Min> && of_numbers<Remainder>);
template <class F>
constexpr bool no_floats = gives<F, T<float, 4>, T<float, 4>, void> && gives<F, T<int, 4>, T<__half, 4>, void>;
static_assert(of_integers<Modulo> && of_integers<Ceildiv> && of_integers<Floordiv> && of_integers<Mulhi>);
static_assert(no_floats<Modulo> && no_floats<Ceildiv> && no_floats<Floordiv> && no_floats<Mulhi>);
static_assert(std::is_same_v<decltype(+T<short, 4>{}), T<int, 4>> && std::is_same_v<decltype(-T<short, 4>{}), T<short, 4>> && std::is_same_v<decltype(ct::abs(short{})), short>);
template <class A>
concept HasUnary = requires(A a) { +a; } || requires(A a) { -a; } || requires(A a) { ct::abs(a); };
template <class A>
concept HasMinus = requires(A a) { -a; } || requires(A a) { ct::abs(a); };
static_assert(HasUnary<T<__half, 2>> && !HasUnary<T<__nv_fp8_e5m2, 2>> && HasMinus<T<int, 2>> && !HasMinus<T<int*, 2>>);
extern "C" __tile_global__ void test() {}

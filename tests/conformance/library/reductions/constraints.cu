// case: constraints
// spec: 2.6 Reductions and Scans
// rows: 2.6.2-1 2.6.3-1..2 2.6.4-1..2 2.6.5-1 2.6.6-1 2.6.7-1..2 2.6.8-1..2 2.6.9-1 2.6.10-1 2.6.11-1 2.6.12-1..2 2.6.13-1..2
// refuses: 2.6.2-1 2.6.3-1..2 2.6.4-1..2 2.6.5-1 2.6.6-1 2.6.7-1..2 2.6.8-1..2 2.6.9-1 2.6.10-1 2.6.11-1 2.6.12-1..2 2.6.13-1..2
// accept: all of it is known at compile time
#include "cuda_tile.h"
#include <cuda_fp16.h>
#include <type_traits>
namespace ct = cuda::tiles;
template <class E, std::size_t... N>
using T = ct::tile<E, ct::shape<N...>>;
template <auto D>
using C = ct::integral_constant<D>;
// One bit each, in the order of the reference; both styles of call have to agree.
template <class A, auto D>
constexpr int named = requires(A a) { ct::reduce_max<D>(a); } << 10 | requires(A a) { ct::reduce_min<D>(a); } << 9 | requires(A a) { ct::all_of<D>(a); } << 8 | requires(A a) { ct::any_of<D>(a); } << 7 |
                      requires(A a) { ct::sum<D>(a); } << 6 | requires(A a) { ct::prod<D>(a); } << 5 | requires(A a) { ct::reduce_bitand<D>(a); } << 4 | requires(A a) { ct::reduce_bitor<D>(a); } << 3 |
                      requires(A a) { ct::reduce_bitxor<D>(a); } << 2 | requires(A a) { ct::partial_sum<D>(a); } << 1 | requires(A a) { ct::partial_prod<D>(a); };
template <class A, auto D>
constexpr int passed = requires(A a) { ct::reduce_max(a, C<D>{}); } << 10 | requires(A a) { ct::reduce_min(a, C<D>{}); } << 9 | requires(A a) { ct::all_of(a, C<D>{}); } << 8 | requires(A a) { ct::any_of(a, C<D>{}); } << 7 |
                       requires(A a) { ct::sum(a, C<D>{}); } << 6 | requires(A a) { ct::prod(a, C<D>{}); } << 5 | requires(A a) { ct::reduce_bitand(a, C<D>{}); } << 4 | requires(A a) { ct::reduce_bitor(a, C<D>{}); } << 3 |
                       requires(A a) { ct::reduce_bitxor(a, C<D>{}); } << 2 | requires(A a) { ct::partial_sum(a, C<D>{}); } << 1 | requires(A a) { ct::partial_prod(a, C<D>{}); };
template <class A, auto D>
constexpr int reduces = named<A, D> == passed<A, D> ? named<A, D> : -1;
constexpr int every = 0b11111111111, no_bits = 0b11111100011, logic = 0b00110000000;
static_assert(reduces<T<int, 2, 4>, 0> == every && reduces<T<int, 2, 4>, 1u> == every && reduces<T<__half, 4>, 0> == no_bits && reduces<T<bool, 4>, 0> == every && reduces<T<int*, 4>, 0> == logic);
static_assert(reduces<T<int, 2, 4>, 2> == 0 && reduces<T<int, 2, 4>, -1> == 0 && reduces<T<int>, 0> == 0 && reduces<int, 0> == 0);
// The last two arguments are modes: rounding for sums and products, NaN for extremes.
template <class A, class... M>
constexpr int rounded = requires(A a) { ct::sum(a, C<0>{}, M{}...); } << 3 | requires(A a) { ct::prod(a, C<0>{}, M{}...); } << 2 | requires(A a) { ct::partial_sum(a, C<0>{}, M{}...); } << 1 | requires(A a) { ct::partial_prod(a, C<0>{}, M{}...); };
template <class A, class... M>
constexpr int bounded = requires(A a) { ct::reduce_max(a, C<0>{}, M{}...); } << 1 | requires(A a) { ct::reduce_min(a, C<0>{}, M{}...); };
using Zero = ct::round_toward_zero_t;
using Flush = ct::round_subnormals_to_zero_t;
static_assert(rounded<T<float, 4>, Zero> == 15 && rounded<T<float, 4>, Zero, Flush> == 15 && rounded<T<__half, 4>, Zero> == 15 && rounded<T<double, 4>, ct::round_toward_positive_t> == 15);
static_assert(rounded<T<int, 4>, Zero> == 0 && rounded<T<__half, 4>, Zero, Flush> == 0 && rounded<T<float, 4>, ct::round_approximate_t> == 0 && rounded<T<float>, Zero> == 0);
static_assert(bounded<T<float, 4>, ct::propagate_nan_t> == 3 && bounded<T<float, 4>, ct::suppress_nan_t, Flush> == 3 && bounded<T<__half, 4>, ct::propagate_nan_t> == 3);
static_assert(bounded<T<int, 4>, ct::propagate_nan_t> == 0 && bounded<T<__half, 4>, ct::propagate_nan_t, Flush> == 0 && bounded<T<float, 4>, Zero> == 0 && bounded<T<float>, ct::propagate_nan_t> == 0);
template <class A, std::size_t D>
concept HasResult = requires { typename ct::reduction_result_t<A, D>; };
static_assert(std::is_same_v<ct::reduction_result_t<T<int, 2, 4>, 0>, T<int, 1, 4>> && HasResult<T<int, 4>, 0> && !HasResult<T<int, 4>, 1> && !HasResult<int, 0>);
static_assert(std::is_same_v<decltype(ct::sum<1>(T<short, 2, 4>{})), T<short, 2, 1>> && std::is_same_v<decltype(ct::all_of<0>(T<float, 2, 4>{})), T<bool, 1, 4>> && std::is_same_v<decltype(ct::partial_prod<0>(T<int, 2, 4>{})), T<int, 2, 4>>);
extern "C" __tile_global__ void test() {}

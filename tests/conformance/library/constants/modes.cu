// case: modes
// spec: 2.13 Constants
// rows: 2.13.3.1-1..7 2.13.3.2-1..6 2.13.3.3-1..7 2.13.3.4-1 2.13.4.1-1..3 2.13.4.2-1..6 2.13.4.3-1..3 2.13.4.4-1 2.13.5.1-1..3 2.13.5.2-1..6 2.13.5.3-1..3 2.13.5.4-1 2.13.6.1-1..6 2.13.6.2-1..6 2.13.6.3-1..6 2.13.6.4-1 2.13.7.1-1..5 2.13.7.2-1..6 2.13.7.3-1..4 2.13.7.4-1 2.13.7.5-1 2.13.8.1-1..4 2.13.8.2-1..6 2.13.8.3-1..4 2.13.8.4-1
// refuses: 2.13.3.2-1 2.13.4.2-1 2.13.5.2-1 2.13.6.2-1 2.13.7.2-1 2.13.8.2-1 2.13.7.4-1 2.13.7.5-1
// accept: all of it is known at compile time
// flags: --cuda-version=13.3
#include "cuda_tile.h"
#include <type_traits>
namespace ct = cuda::tiles;
template <class X, class Y>
constexpr bool same = std::is_same_v<X, Y>;
// What every wrapper of an enumerator has.
template <class M, class E, E V, int number>
constexpr bool wraps = same<typename M::type, M> && same<typename M::value_type, E> && M::value == V && static_cast<E>(M{}) == V && M{}() == V && static_cast<int>(V) == number && std::is_empty_v<M>;
using R = ct::rounding_mode;
static_assert(wraps<ct::round_ties_to_even_t, R, R::round_ties_to_even, 0> && wraps<ct::round_toward_zero_t, R, R::round_toward_zero, 1> && wraps<ct::round_toward_negative_t, R, R::round_toward_negative, 2>);
static_assert(wraps<ct::round_toward_positive_t, R, R::round_toward_positive, 3> && wraps<ct::round_approximate_t, R, R::round_approximate, 4> && wraps<ct::round_full_t, R, R::round_full, 5>);
static_assert(same<ct::default_rounding_mode_t, ct::rounding_mode_constant<ct::default_rounding_mode()>> && ct::default_rounding_mode() == R::round_ties_to_even);
using S = ct::subnormals_rounding_mode;
static_assert(wraps<ct::preserve_subnormals_t, S, S::preserve_subnormals, 0> && wraps<ct::round_subnormals_to_zero_t, S, S::round_subnormals_to_zero, 1>);
static_assert(same<ct::default_subnormals_rounding_mode_t, ct::subnormals_rounding_mode_constant<ct::default_subnormals_rounding_mode()>> && ct::default_subnormals_rounding_mode() == S::preserve_subnormals);
using N = ct::nan_propagation_mode;
static_assert(wraps<ct::suppress_nan_t, N, N::suppress_nan, 0> && wraps<ct::propagate_nan_t, N, N::propagate_nan, 1>);
static_assert(same<ct::default_nan_propagation_mode_t, ct::nan_propagation_mode_constant<ct::default_nan_propagation_mode()>> && ct::default_nan_propagation_mode() == N::suppress_nan);
using P = ct::view_padding;
static_assert(wraps<ct::view_padding_zero_t, P, P::zero, 0> && wraps<ct::view_padding_negative_zero_t, P, P::negative_zero, 1> && wraps<ct::view_padding_positive_inf_t, P, P::positive_inf, 2>);
static_assert(wraps<ct::view_padding_negative_inf_t, P, P::negative_inf, 3> && wraps<ct::view_padding_nan_t, P, P::nan, 4>);
static_assert(same<ct::default_view_padding_t, ct::view_padding_constant<ct::default_view_padding()>> && ct::default_view_padding() == P::zero);
using O = ct::memory_order;
static_assert(wraps<ct::memory_order_relaxed_t, O, O::relaxed, 0> && wraps<ct::memory_order_acquire_t, O, O::acquire, 1> && wraps<ct::memory_order_release_t, O, O::release, 2> && wraps<ct::memory_order_acq_rel_t, O, O::acq_rel, 3>);
static_assert(ct::read_memory_order<O::relaxed> && ct::read_memory_order<O::acquire> && !ct::read_memory_order<O::release> && !ct::read_memory_order<O::acq_rel>);
static_assert(ct::write_memory_order<O::relaxed> && ct::write_memory_order<O::release> && !ct::write_memory_order<O::acquire> && !ct::write_memory_order<O::acq_rel>);
using T = ct::thread_scope;
static_assert(wraps<ct::thread_scope_system_t, T, T::system, 0> && wraps<ct::thread_scope_device_t, T, T::device, 1> && wraps<ct::thread_scope_block_t, T, T::block, 2>);
static_assert(same<ct::default_thread_scope_t, ct::thread_scope_constant<ct::default_thread_scope()>> && ct::default_thread_scope() == T::system);
// A value that is not an enumerator has no wrapper.
template <auto V>
concept Rounding = requires { typename ct::rounding_mode_constant<V>; };
template <auto V>
concept Subnormals = requires { typename ct::subnormals_rounding_mode_constant<V>; };
template <auto V>
concept Nan = requires { typename ct::nan_propagation_mode_constant<V>; };
template <auto V>
concept Padding = requires { typename ct::view_padding_constant<V>; };
template <auto V>
concept Order = requires { typename ct::memory_order_constant<V>; };
template <auto V>
concept Scope = requires { typename ct::thread_scope_constant<V>; };
static_assert(Rounding<R{5}> && !Rounding<R{6}> && !Rounding<5> && Subnormals<S{1}> && !Subnormals<S{2}> && Nan<N{1}> && !Nan<N{2}>);
static_assert(Padding<P{4}> && !Padding<P{5}> && Order<O{3}> && !Order<O{4}> && !Order<R{0}> && Scope<T{2}> && !Scope<T{3}>);
extern "C" __tile_global__ void test() {}

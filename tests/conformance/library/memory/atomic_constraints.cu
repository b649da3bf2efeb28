// case: atomic_constraints
// spec: 2.7 Memory
// rows: 2.7.6-1..2 2.7.7-1..2 2.7.8-1..2 2.7.9-1..2 2.7.10-1..2 2.7.11-1..2 2.7.12-1..2 2.7.13-1..2 2.7.14-1..2
// refuses: 2.7.6-1..2 2.7.7-1..2 2.7.8-1..2 2.7.9-1..2 2.7.10-1..2 2.7.11-1..2 2.7.12-1..2 2.7.13-1..2 2.7.14-1..2
// accept: all of it is known at compile time
// flags: --cuda-version=13.3
#include "cuda_tile.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
namespace ct = cuda::tiles;
template <class E, std::size_t... N>
using T = ct::tile<E, ct::shape<N...>>;
using O = ct::memory_order_acq_rel_t;
using S = ct::thread_scope_device_t;
constexpr auto order = ct::memory_order::relaxed;
// One bit each, in the order of the reference: and or xor max min add sub xchg, after them compare_exchange.
template <class P, class V>
constexpr int plain = requires(P p, V v) { ct::atomic_and(p, v, O{}, S{}); } << 8 | requires(P p, V v) { ct::atomic_or(p, v, O{}, S{}); } << 7 | requires(P p, V v) { ct::atomic_xor(p, v, O{}, S{}); } << 6 |
                      requires(P p, V v) { ct::atomic_max(p, v, O{}, S{}); } << 5 | requires(P p, V v) { ct::atomic_min(p, v, O{}, S{}); } << 4 | requires(P p, V v) { ct::atomic_add(p, v, O{}, S{}); } << 3 |
                      requires(P p, V v) { ct::atomic_sub(p, v, O{}, S{}); } << 2 | requires(P p, V v) { ct::atomic_xchg(p, v, O{}, S{}); } << 1 | requires(P p, V v) { ct::atomic_compare_exchange(p, v, v, O{}, S{}); };
template <class P, class V, class M>
constexpr int masked = requires(P p, V v, M m) { ct::atomic_and_masked<order>(p, v, m); } << 8 | requires(P p, V v, M m) { ct::atomic_or_masked<order>(p, v, m); } << 7 | requires(P p, V v, M m) { ct::atomic_xor_masked<order>(p, v, m); } << 6 |
                       requires(P p, V v, M m) { ct::atomic_max_masked<order>(p, v, m); } << 5 | requires(P p, V v, M m) { ct::atomic_min_masked<order>(p, v, m); } << 4 | requires(P p, V v, M m) { ct::atomic_add_masked<order>(p, v, m); } << 3 |
                       requires(P p, V v, M m) { ct::atomic_sub_masked<order>(p, v, m); } << 2 | requires(P p, V v, M m) { ct::atomic_xchg_masked<order>(p, v, m); } << 1 | requires(P p, V v, M m) { ct::atomic_compare_exchange_masked<order>(p, v, v, m); };
template <class E>
constexpr int of = plain<T<E*, 4>, T<E, 4>> == masked<T<E*, 4>, T<E, 4>, T<bool, 1>> && plain<T<E*, 4>, T<E, 4>> == plain<E*, E> ? plain<E*, E> : -1;
static_assert(of<int> == 0b111111111 && of<unsigned> == 0b111111111 && of<long long> == 0b111111111 && of<unsigned long> == 0b111111111);
static_assert(of<float> == 0b000001111 && of<double> == 0b000001111 && of<__half> == 0b000001100);
static_assert(of<short> == 0 && of<bool> == 0 && of<__nv_bfloat16> == 0 && of<signed char> == 0);
// Values are not broadcast and not narrowed, masks are broadcast; what is const does not change.
static_assert(plain<T<int*, 4>, int> == 0 && plain<T<int*, 4>, T<long, 4>> == 0 && plain<T<int*, 4>, T<short, 4>> == 0b111111111 && plain<T<int const*, 4>, T<int, 4>> == 0);
static_assert(masked<T<int*, 4>, T<int, 4>, T<bool, 2>> == 0 && masked<T<int*, 2, 4>, T<int, 2, 4>, T<int, 4>> == 0b111111111 && masked<T<int*, 4>, int, bool> == 0);
extern "C" __tile_global__ void test() {}

// case: constraints
// spec: 2.7 Memory
// rows: 2.7.1-1 2.7.2-1 2.7.3-1 2.7.4-1..6 2.7.5-1..4
// refuses: 2.7.1-1 2.7.2-1 2.7.4-2..6 2.7.5-2..4
// accept: all of it is known at compile time
// note: padding is tile converted (2.7.4), so it may narrow; nvcc 13.3 refuses that.
#include "cuda_tile.h"
#include <cuda_fp16.h>
#include <type_traits>
namespace ct = cuda::tiles;
template <class E, std::size_t... N>
using T = ct::tile<E, ct::shape<N...>>;
static_assert(ct::loadable_tile<T<int const*, 4>> && ct::loadable_tile<float*> && ct::loadable_tile<T<__half*>>);
static_assert(!ct::loadable_tile<T<void*, 4>> && !ct::loadable_tile<int volatile*> && !ct::loadable_tile<T<int, 4>> && !ct::loadable_tile<int**>);
static_assert(ct::storeable_tile<T<int*, 4>> && !ct::storeable_tile<T<int const*, 4>> && !ct::storeable_tile<void*> && !ct::storeable_tile<int>);
static_assert(std::is_same_v<ct::tile_load_t<T<float const*, 2, 4>>, T<float, 2, 4>> && std::is_same_v<ct::tile_load_t<int*>, int>);
using Relaxed = ct::memory_order_relaxed_t;
using Acquire = ct::memory_order_acquire_t;
using Release = ct::memory_order_release_t;
using Both = ct::memory_order_acq_rel_t;
using Block = ct::thread_scope_block_t;
template <class P>
concept Loads = requires(P p) { ct::load(p); };
template <class P, class... M>
concept LoadsMasked = requires(P p, M... m) { ct::load_masked(p, m...); };
static_assert(Loads<T<int const*, 4>> && !Loads<T<void*, 4>> && !Loads<T<int, 4>>);
static_assert(LoadsMasked<T<int*, 2, 4>, T<bool, 4>> && LoadsMasked<T<int*, 4>, int> && !LoadsMasked<T<int*, 4>, T<bool, 2>> && !LoadsMasked<T<int*, 4>, T<bool, 2, 4>>);
static_assert(LoadsMasked<T<float*, 4>, bool, int> && LoadsMasked<T<int*, 2, 4>, bool, T<short, 4>> && !LoadsMasked<T<int*, 4>, bool, T<int, 2>> && !LoadsMasked<T<int*, 4>, T<bool, 2>, int> && !LoadsMasked<T<int*, 4>, bool, int*>);
template <ct::memory_order O, class P, class... M>
concept LoadsAtomic = requires(P p, M... m) { ct::atomic_load<O>(p); ct::atomic_load_masked<O>(p, m...); };
template <class O, class P>
concept LoadsAtomicBy = requires(P p) { ct::atomic_load(p, O{}); ct::atomic_load(p, O{}, Block{}); };
template <class O, class P, class... M>
concept LoadsMaskedBy = requires(P p, M... m) { ct::atomic_load_masked(p, m..., O{}); ct::atomic_load_masked(p, m..., O{}, Block{}); };
using enum ct::memory_order;
static_assert(LoadsAtomic<relaxed, T<int*, 4>, bool> && LoadsAtomic<acquire, int*, bool> && !LoadsAtomic<release, T<int*, 4>, bool> && !LoadsAtomic<acq_rel, T<int*, 4>, bool>);
static_assert(LoadsAtomicBy<Relaxed, T<int*, 4>> && LoadsAtomicBy<Acquire, T<int*, 4>> && !LoadsAtomicBy<Release, T<int*, 4>> && !LoadsAtomicBy<Both, T<int*, 4>>);
static_assert(LoadsMaskedBy<Relaxed, T<int*, 4>, bool> && LoadsMaskedBy<Acquire, T<float*, 4>, bool, int> && !LoadsMaskedBy<Release, T<int*, 4>, bool> && !LoadsMaskedBy<Both, T<int*, 4>, bool, int>);
static_assert(!LoadsMaskedBy<Relaxed, T<int*, 4>, T<bool, 2>> && !LoadsMaskedBy<Relaxed, T<int*, 4>, bool, T<int, 2>>);
template <class P, class V, class... M>
concept Stores = requires(P p, V v, M... m) { ct::store(p, v); ct::store_masked(p, v, m...); };
static_assert(Stores<T<int*, 4>, T<short, 4>, T<bool, 1>> && Stores<float*, __half, bool> && !Stores<T<int*, 4>, int, bool> && !Stores<T<int*, 4>, T<long, 4>, bool> && !Stores<T<int const*, 4>, T<int, 4>, bool>);
static_assert(!Stores<T<int*, 4>, T<int, 4>, T<bool, 2>> && !Stores<T<int*, 4>, T<int, 4>, T<bool, 2, 4>>);
template <class O, class P, class V, class... M>
concept StoresAtomic = requires(P p, V v, M... m) { ct::atomic_store(p, v, O{}); ct::atomic_store(p, v, O{}, Block{}); ct::atomic_store_masked(p, v, m..., O{}); };
static_assert(StoresAtomic<Relaxed, T<int*, 4>, T<int, 4>, bool> && StoresAtomic<Release, int*, int, bool> && !StoresAtomic<Acquire, T<int*, 4>, T<int, 4>, bool> && !StoresAtomic<Both, T<int*, 4>, T<int, 4>, bool>);
static_assert(!StoresAtomic<Relaxed, T<int*, 4>, T<int, 4>, T<bool, 2>>);
extern "C" __tile_global__ void test() {}

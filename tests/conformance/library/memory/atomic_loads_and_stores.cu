// case: atomic_loads_and_stores
// spec: 2.7.4 Load Operations, 2.7.5 Store Operations
// rows: 2.7.4-1..6 2.7.5-1..4
// arg: i32[4] = [5, 6, 7, 8]
// arg: out i32[28]
// arg: inout i32[16] = full(1)
// expect: [5, 6, 7, 8, 5, 6, 0, 0, 5, -1, -1, -1, 5, 6, 7, 8, 5, 6, 7, 8, 5, 6, 7, 0, 5, -2, -2, -2]
// expect: [5, 6, 7, 8, 5, 1, 1, 1, 5, 6, 7, 8, 5, 1, 7, 1]
// note: without a padding a masked element has no specified value: another one is put in its place.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* a, int* out, int* stored) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto p = a + i;
    auto o = out + i;
    auto s = stored + i;
    auto x = ct::load(p);
    ct::store(o, x);
    ct::store(o + 4, ct::select(i < 2, ct::load_masked(p, i < 2), 0 * i));
    ct::store(o + 8, ct::load_masked(p, i < 1, -1));
    ct::store(o + 12, ct::atomic_load(p, ct::memory_order_relaxed_t{}));
    ct::store(o + 16, ct::atomic_load(p, ct::memory_order_acquire_t{}, ct::thread_scope_device_t{}));
    ct::store(o + 20, ct::select(i < 3, ct::atomic_load_masked(p, i < 3, ct::memory_order_acquire_t{}), 0 * i));
    ct::store(o + 24, ct::atomic_load_masked(p, i < 1, -2, ct::memory_order_relaxed_t{}, ct::thread_scope_system_t{}));
    ct::store(s, x);
    ct::store_masked(s + 4, x, i < 1);
    ct::atomic_store(s + 8, x, ct::memory_order_release_t{});
    ct::atomic_store_masked(s + 12, x, i % 2 == 0, ct::memory_order_relaxed_t{}, ct::thread_scope_block_t{});
}

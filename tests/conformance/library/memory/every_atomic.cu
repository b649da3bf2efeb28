// case: every_atomic
// spec: 2.7.6 to 2.7.14 Atomic Operations
// rows: 2.7.6-1 2.7.7-1 2.7.8-1 2.7.9-1 2.7.10-1 2.7.11-1 2.7.12-1 2.7.13-1 2.7.14-1
// arg: inout i32[18] = [12, 10, 12, 10, 12, 10, 12, 10, 12, 10, 12, 10, 12, 10, 12, 10, 12, 10]
// arg: out i32[18]
// expect: [8, 2, 13, 14, 5, 12, 14, 11, 9, 6, 21, 16, 3, 4, 9, 6, 9, 10]
// expect: [12, 10, 12, 10, 12, 10, 12, 10, 12, 10, 12, 10, 12, 10, 12, 10, 12, 10]
// note: each operation finds 12 and 10 and gets 9 and 6 (the maximum 14 and 11); the exchange that compares expects 12 and 11.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* memory, int* old) {
    auto i = ct::iota<ct::tile<int, ct::shape<2>>>();
    auto p = memory + i;
    auto o = old + i;
    auto v = 9 - 3 * i;
    ct::memory_order_relaxed_t relaxed;
    ct::store(o + 0, ct::atomic_and(p + 0, v, relaxed));
    ct::store(o + 2, ct::atomic_or(p + 2, v, relaxed));
    ct::store(o + 4, ct::atomic_xor(p + 4, v, relaxed));
    ct::store(o + 6, ct::atomic_max(p + 6, v + 5, relaxed));
    ct::store(o + 8, ct::atomic_min(p + 8, v, relaxed));
    ct::store(o + 10, ct::atomic_add(p + 10, v, relaxed));
    ct::store(o + 12, ct::atomic_sub(p + 12, v, relaxed));
    ct::store(o + 14, ct::atomic_xchg(p + 14, v, relaxed));
    ct::store(o + 16, ct::atomic_compare_exchange(p + 16, 12 - i, v, ct::memory_order_acq_rel_t{}, ct::thread_scope_device_t{}));
}

// case: every_masked_atomic
// spec: 2.7.6 to 2.7.14 Atomic Operations
// rows: 2.7.6-2 2.7.7-2 2.7.8-2 2.7.9-2 2.7.10-2 2.7.11-2 2.7.12-2 2.7.13-2 2.7.14-2
// arg: inout i32[18] = [12, 10, 12, 10, 12, 10, 12, 10, 12, 10, 12, 10, 12, 10, 12, 10, 12, 10]
// arg: inout i32[18] = zeros
// expect: [8, 10, 13, 10, 5, 10, 14, 10, 9, 10, 21, 10, 3, 10, 9, 10, 9, 10]
// expect: [12, 0, 12, 0, 12, 0, 12, 0, 12, 0, 12, 0, 12, 0, 12, 0, 12, 0]
// note: as every_atomic, of the first element alone: what the masked one of an operation returns is not specified, and not looked at.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* memory, int* old) {
    auto i = ct::iota<ct::tile<int, ct::shape<2>>>();
    auto p = memory + i;
    auto o = old + i;
    auto v = 9 - 3 * i;
    auto first = i == 0;
    ct::memory_order_relaxed_t relaxed;
    ct::store_masked(o + 0, ct::atomic_and_masked(p + 0, v, first, relaxed), first);
    ct::store_masked(o + 2, ct::atomic_or_masked(p + 2, v, first, relaxed), first);
    ct::store_masked(o + 4, ct::atomic_xor_masked(p + 4, v, first, relaxed), first);
    ct::store_masked(o + 6, ct::atomic_max_masked(p + 6, v + 5, first, relaxed), first);
    ct::store_masked(o + 8, ct::atomic_min_masked(p + 8, v, first, relaxed), first);
    ct::store_masked(o + 10, ct::atomic_add_masked(p + 10, v, first, relaxed), first);
    ct::store_masked(o + 12, ct::atomic_sub_masked(p + 12, v, first, relaxed), first);
    ct::store_masked(o + 14, ct::atomic_xchg_masked(p + 14, v, first, relaxed), first);
    ct::store_masked(o + 16, ct::atomic_compare_exchange_masked(p + 16, 12 + 0 * i, v, first, relaxed), first);
}

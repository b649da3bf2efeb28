// case: atomics_return_the_old_value
// spec: 2.7.6 to 2.7.14 Atomic Operations
// rows: 2.7.6-1 2.7.7-1 2.7.10-1 2.7.13-1 2.7.14-1
// arg: inout i32[6] = [5, 5, 5, 12, 9, 1]
// arg: out i32[6]
// expect: [7, 5, 3, 4, 9, 8]
// expect: [5, 5, 5, 12, 9, 1]
// note: compare-exchange that matches and one that does not, subtraction, and, max, exchange.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* p, int* old) {
    ct::memory_order_relaxed_t order;
    old[0] = ct::atomic_compare_exchange(p, 5, 7, order);
    old[1] = ct::atomic_compare_exchange(p + 1, 6, 7, order);
    old[2] = ct::atomic_sub(p + 2, 2, order);
    old[3] = ct::atomic_and(p + 3, 6, order);
    old[4] = ct::atomic_max(p + 4, -3, order);
    old[5] = ct::atomic_xchg(p + 5, 8, order);
}

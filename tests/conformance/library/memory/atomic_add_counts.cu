// case: atomic_add_counts
// spec: 2.7.12 Atomic Add
// rows: 2.7.12-1
// grid: 4
// arg: inout i32[2] = [100, 0]
// expect: [132, 4]
// note: four blocks of eight lanes each add 1 to one address; then each block once to the other.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    auto zero = ct::iota<ct::tile<int, ct::shape<8>>>() * 0;
    ct::atomic_add(out + zero, zero + 1, ct::memory_order_relaxed_t{});
    ct::atomic_add(out + 1, 1, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
}

// case: example_store_masked
// spec: 2.7.5 Store Operations (example)
// arg: out i32[8]
// expect: [-1, 1, 2, -1, -1, 1, 2, -1]
// note: each of the two stores has its own array here.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    using i32x4 = ct::tile<int, ct::shape<4>>;

    int data[4] = { 0, 1, 2, 3 };
    int other[4] = { 0, 1, 2, 3 };
    bool maskData[4] = {true, false, false, true};

    auto mask = ct::load(&maskData[0] + ct::iota<i32x4>());
    auto value = ct::full<i32x4>(-1);

    // Non-atomic
    ct::store_masked(&data[0] + ct::iota<i32x4>(), value, mask);

    // Atomic
    ct::atomic_store_masked(&other[0] + ct::iota<i32x4>(), value, mask,
                            ct::memory_order_relaxed_t{},
                            ct::thread_scope_device_t{});
    for (int i = 0; i < 4; ++i) {
        out[i] = data[i];
        out[4 + i] = other[i];
    }
}

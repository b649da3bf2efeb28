// case: example_load_masked
// spec: 2.7.4 Load Operations (example)
// arg: out i32[8]
// expect: [2, -3, -22, 8, 2, -3, -22, 8]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* out) {
    int data[4] = { 2, 7, 5, 8 };
    bool maskData[4] = {true, false, false, true};
    int padData[4] = {-7, -3, -22, -100};

    using i32x4 = ct::tile<int, ct::shape<4>>;

    auto mask = ct::load(&maskData[0] + ct::iota<i32x4>());
    auto padding = ct::load(&padData[0] + ct::iota<i32x4>());
    auto ptrs = &data[0] + ct::iota<i32x4>();

    // Non-atomic
    auto r0 = ct::load_masked(ptrs, mask, padding);

    // Atomic
    auto r1 = ct::atomic_load_masked(ptrs, mask, padding,
                                     ct::memory_order_relaxed_t{},
                                     ct::thread_scope_device_t{});
    put(out, r0);
    put(out + 4, r1);
}

// case: atomic_add_bf16_sm80.fixed
// since: 13.4
// accept: the same program without the error
// flags: -arch=sm_80
#include <cuda_bf16.h>
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(float* p) {
    auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
    ct::atomic_add(p + i, ct::ones<ct::tile<float, ct::shape<8>>>(), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
}

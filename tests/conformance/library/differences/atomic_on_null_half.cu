// case: atomic_on_null_half
// spec: 2.7.12 atomic_add
// accept: it is undefined only when it runs
// arg: i32 = 0
#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int run) {
    if (run) ct::atomic_add(static_cast<__half*>(nullptr), __half(1), ct::memory_order_relaxed_t{});
}

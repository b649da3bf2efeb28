// case: bfloat16_on_sm_80
// spec: CUDA 13.4: atomic_add, atomic_sub
// refuses: 13.4-96 13.4-97
// flags: -arch=sm_80
// reject: E0312 E0312 sm_80 does not add bfloat16 atomically
#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(__nv_bfloat16* p) {
    auto x = ct::load(p);
    ct::atomic_add(p, x, ct::memory_order_relaxed_t{});
    ct::atomic_sub(p, x, ct::memory_order_relaxed_t{});
}

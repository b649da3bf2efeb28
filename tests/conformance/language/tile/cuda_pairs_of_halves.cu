// case: cuda_pairs_of_halves
// spec: tile: 1.4 Scalars (__half2 is none)
// arg: f16[4] = [1, 2.5, 3, 4]
// arg: out f16[4]
// expect: [2.5, 1, 4, 3]
#include "cuda_tile.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

static_assert(!cuda::tiles::scalar<__half2> && !cuda::tiles::scalar<__nv_bfloat162>);
static_assert(sizeof(half2) == 4 && alignof(half2) == 4 && alignof(nv_bfloat162) == 4);

extern "C" __tile_global__ void test(__half2 const* in, half2* out) {
    for (int i = 0; i < 2; ++i) {
        out[i].x = in[i].y;
        out[i].y = in[i].x;
    }
}

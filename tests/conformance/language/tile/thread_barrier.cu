// case: thread_barrier
// spec: tile: 1.2 a tile block needs no barrier
// reject: E0548 `__syncthreads`
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out) {
    out[0] = 1;
    __syncthreads();
    out[1] = out[0];
}

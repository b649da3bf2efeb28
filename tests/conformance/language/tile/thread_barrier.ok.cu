// case: thread_barrier
// spec: tile: 1.10 program order holds in a tile block
// accept: no barrier
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out) {
    out[0] = 1;
    out[1] = out[0];
}

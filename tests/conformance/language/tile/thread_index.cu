// case: thread_index
// spec: tile: 1.2 a tile block has no threads
// reject: E0543 `threadIdx`
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out) { out[threadIdx.x] = 1; }

// case: thread_index
// spec: tile: 2.1 the index of the tile block
// accept: `bid`
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out) { out[cuda::tiles::bid().x] = 1; }

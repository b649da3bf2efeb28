// case: shared_variable
// spec: tile: 1.2 a tile block has no threads that share memory
// reject: E0546 `__shared__`
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out) {
    __shared__ int scratch[4];
    scratch[0] = 1;
    out[0] = scratch[0];
}

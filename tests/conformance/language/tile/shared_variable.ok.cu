// case: shared_variable
// spec: tile: 1.2 a local array takes its place
// accept: a local array
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out) {
    int scratch[4];
    scratch[0] = 1;
    out[0] = scratch[0];
}

// case: constant_variable_is_read_only
// spec: [dcl.type.cv] a `__device__` variable is not a constant
// accept: another memory space
#include "cuda_tile.h"

__device__ int scale = 6;

extern "C" __tile_global__ void test(int* out) {
    scale = 7;
    out[0] = scale;
}

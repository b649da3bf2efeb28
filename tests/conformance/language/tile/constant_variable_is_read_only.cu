// case: constant_variable_is_read_only
// spec: [dcl.type.cv] a `__constant__` variable is a constant on the device
// reject: E0511 assignment to a constant
#include "cuda_tile.h"

__constant__ int scale = 6;

extern "C" __tile_global__ void test(int* out) {
    scale = 7;
    out[0] = scale;
}

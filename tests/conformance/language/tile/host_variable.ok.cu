// case: host_variable
// spec: tile: 1.2 `__device__` places it on the device
// accept: a variable of the device
#include "cuda_tile.h"

__device__ int counter = 1;

extern "C" __tile_global__ void test(int* out) { out[0] = counter; }

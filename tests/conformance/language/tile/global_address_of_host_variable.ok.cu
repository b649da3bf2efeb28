// case: global_address_of_host_variable
// spec: tile: 1.2 a variable of the device has an address there
// accept: `count` is of the device
#include "cuda_tile.h"

__device__ int count = 3;
__device__ int* pointer = &count;

extern "C" __tile_global__ void test(int* out) { out[0] = *pointer; }

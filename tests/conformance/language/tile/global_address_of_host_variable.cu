// case: global_address_of_host_variable
// spec: tile: 1.2 the address of a variable of the host means nothing in a kernel
// reject: E0542 `count` is a variable of the host
#include "cuda_tile.h"

int count = 3;
__device__ int* pointer = &count;

extern "C" __tile_global__ void test(int* out) { out[0] = *pointer; }

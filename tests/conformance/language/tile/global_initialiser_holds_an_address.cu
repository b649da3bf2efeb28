// case: global_initialiser_holds_an_address
// spec: [basic.start.static] an initial value holds no address here
// reject: E0587 the initial value holds an address
#include "cuda_tile.h"

__device__ int value = 1;
__device__ int* pointer = &value;

extern "C" __tile_global__ void test(int* out) { out[0] = *pointer; }

// case: host_variable
// spec: tile: 1.2 a variable of the host is not in device memory
// reject: E0542 a host variable
#include "cuda_tile.h"

int counter = 1;

extern "C" __tile_global__ void test(int* out) { out[0] = counter; }

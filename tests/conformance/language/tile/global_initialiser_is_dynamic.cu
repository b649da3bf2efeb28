// case: global_initialiser_is_dynamic
// spec: [basic.start.dynamic] nothing runs before a kernel
// reject: E0587 the initial value is not a constant
#include "cuda_tile.h"

__tile__ int read(const int* p) { return *p; }
__device__ int one = 1;
__device__ int start = read(&one);

extern "C" __tile_global__ void test(int* out) { out[0] = start; }

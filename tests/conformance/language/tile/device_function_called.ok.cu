// case: device_function_called
// spec: tile: 1.2 a function may be of both
// accept: `__tile__ __device__`
#include "cuda_tile.h"

__tile__ __device__ int twice(int n) { return 2 * n; }

extern "C" __tile_global__ void test(int* out, int n) { out[0] = twice(n); }

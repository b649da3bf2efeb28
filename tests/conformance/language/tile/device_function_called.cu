// case: device_function_called
// spec: tile: 1.2 `__device__` functions are thread code
// reject: E0549 a `__device__` function
#include "cuda_tile.h"

__device__ int twice(int n) { return 2 * n; }

extern "C" __tile_global__ void test(int* out, int n) { out[0] = twice(n); }

// case: host_device_function_called
// spec: tile: 1.2 `__host__ __device__` does not include tile code
// reject: E0540 not a `__tile__` function
#include "cuda_tile.h"

__host__ __device__ int twice(int n) { return 2 * n; }

extern "C" __tile_global__ void test(int* out, int n) { out[0] = twice(n); }

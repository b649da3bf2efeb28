// case: host_tile_function
// spec: tile: 1.2 `__host__ __tile__` functions are of both
// arg: out i32[2]
// arg: i32 = 5
// expect: [10, 11]
#include "cuda_tile.h"

__host__ __tile__ int twice(int n) { return 2 * n; }
__host__ __device__ __tile__ int next(int n) { return n + 1; }

int on_the_host() { return twice(4); }

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = twice(n);
    out[1] = next(twice(n));
}

// case: constant_variable
// spec: [basic.stc.static] a `__constant__` variable is set by the host and read by kernels
// arg: out f32[3]
// arg: i32 = 1
// expect: [2.5, 3.5, 9.0]
#include "cuda_tile.h"

__constant__ float weights[4] = {1.5f, 2.5f, 3.5f};
__constant__ int scale = 6;

extern "C" __tile_global__ void test(float* out, int n) {
    out[0] = weights[n];
    out[1] = weights[n + 1];
    out[2] = weights[0] * scale + weights[n + 2];
}

// case: large_local_array
// spec: [dcl.init.aggr] the rest of an array is zero, whatever its size
// arg: out i32[4]
// arg: i32 = 5000
// expect: [11, 7, 0, 0]
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    int values[6000] = {11, 7};
    out[0] = values[n - 5000];
    out[1] = values[n - 4999];
    out[2] = values[n];
    out[3] = values[5999];
}

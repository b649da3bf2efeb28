// case: device_variable
// spec: [basic.stc.static] a variable of tile code lives as long as the program
// arg: inout i32[4] = [0, 0, 0, 0]
// arg: i32 = 5
// expect: [7, 12, 12, 24]
// note: 7 before; 7 + 5 after; the second function sees the same object
#include "cuda_tile.h"

__device__ int counter = 7;

__tile__ int twice() { return counter * 2; }

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = counter;
    counter += n;
    out[1] = counter;
    int* p = &counter;
    out[2] = *p;
    out[3] = twice();
}

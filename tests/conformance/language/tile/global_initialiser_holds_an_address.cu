// case: global_initialiser_holds_an_address
// spec: [basic.start.static] the address of a variable is a constant, and an initial value
// arg: out i32[3]
// arg: i32 = 30
// expect: [1, 31, 40]
#include "cuda_tile.h"

__device__ int value = 1;
__device__ int* pointer = &value;
__device__ int other = 40;

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = *pointer;
    *pointer += n;
    out[1] = value;
    pointer = &other;
    out[2] = *pointer;
}

// case: global_reference
// spec: [dcl.init.ref] a reference with static storage, and a pointer to what it refers to
// arg: out i32[3]
// arg: i32 = 4
// expect: [5, 9, 9]
#include "cuda_tile.h"

__device__ int value = 5;
__device__ int& alias = value;
__device__ int* pointer = &alias;
struct Holder {
    int& held;
};
__device__ Holder holder = {alias};

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = *pointer;
    holder.held += n;
    out[1] = alias;
    out[2] = *pointer;
}

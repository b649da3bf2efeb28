// case: global_null_and_integers
// spec: [conv.ptr] null pointers beside addresses; what is left out is null
// arg: out i32[4]
// arg: i32 = 0
// expect: [1, 0, 1, 8]
#include "cuda_tile.h"

__device__ int value = 8;
struct Slot {
    unsigned char tag;
    int* pointer;
    short index;
};
__device__ Slot slots[3] = {{1, nullptr, 2}, {3, &value, 4}};

extern "C" __tile_global__ void test(int* out, int i) {
    out[0] = slots[i].pointer == nullptr;
    out[1] = slots[i + 1].pointer == nullptr;
    out[2] = slots[i + 2].pointer == nullptr && slots[i + 2].tag == 0;
    out[3] = *slots[i + 1].pointer;
}

//@ ptx: sm_90a
//@ run: cpu emulator gpu
//@ arg out: out i32[2]
//@ arg i: i32 = 1
//@ contains: .visible .global .align 16 .u64 pointer[1] = {generic(values)+4};
//@ contains: = {3, generic(pointer), 0, 
//@ expect out = 20 110
// An initial value that is an address; bytes beside one are words too.
#include "cuda_tile.h"

__device__ int values[2] = {10, 20};
__device__ int* pointer = &values[1];
struct Slot {
    short tag;
    int** place;
};
__device__ Slot slots[2] = {{3, &pointer}, {0, nullptr}};

extern "C" __tile_global__ void test(int* out, int i) {
    out[0] = **slots[i - 1].place;
    values[0] += 100;
    out[1] = pointer[-i];
}

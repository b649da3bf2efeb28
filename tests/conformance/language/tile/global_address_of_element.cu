// case: global_address_of_element
// spec: [expr.const] the address of an element, of the end of an array, and arithmetic with it
// arg: out i32[5]
// arg: i32 = 1
// expect: [20, 30, 3, 40, 2]
#include "cuda_tile.h"

__device__ int values[4] = {10, 20, 30, 40};
__device__ int* second = values + 1;
__device__ int* const last = &values[3];
__device__ struct {
    const int* begin;
    const int* end;
} range = {values + 1, &values[4]};
__device__ const int* ends[2] = {values, values + 4};

extern "C" __tile_global__ void test(int* out, int i) {
    out[0] = *second;
    out[1] = second[i];
    int count = 0;
    for (const int* p = second; p != range.end; ++p) ++count;
    out[2] = count;
    out[3] = *last;
    out[4] = ends[i] - ends[0] - 2;
}

// case: global_is_declared_only
// spec: [basic.def.odr] a variable that is used is defined
// reject: E0583 is requested but not defined here
#include "cuda_tile.h"

extern __device__ int elsewhere;

extern "C" __tile_global__ void test(int* out) { out[0] = elsewhere; }

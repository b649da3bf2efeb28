// case: global_holds_a_function
// spec: tile: 1.2 tile code has no functions at run time, so no variable that can change holds one
// reject: E0587 the address of a function
#include "cuda_tile.h"

__tile__ int twice(int x) { return 2 * x; }
__device__ int (*function)(int) = twice;

extern "C" __tile_global__ void test(int* out, int x) { out[0] = function(x); }

// case: global_holds_a_function
// spec: tile: 1.2 a constant is known in the kernel
// accept: a constant pointer to function
#include "cuda_tile.h"

__tile__ int twice(int x) { return 2 * x; }
constexpr int (*function)(int) = twice;

extern "C" __tile_global__ void test(int* out, int x) { out[0] = function(x); }

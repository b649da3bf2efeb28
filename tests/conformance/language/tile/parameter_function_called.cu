// case: parameter_function_called
// spec: tile: 1.2 tile code has no calls at run time, so none through an argument
// reject: E0584 which function it is, only the launch knows
#include "cuda_tile.h"

struct Callback {
    int (*function)(int);
    int value;
};
extern "C" __tile_global__ void test(int* out, Callback c) { out[0] = c.function(c.value); }

// case: parameter_with_destructor
// spec: [class.dtor] a destructor that does something would not run for an argument
// reject: E0581 `Guard` has a destructor
#include "cuda_tile.h"

struct Guard {
    int* p;
    int n;
    __tile__ ~Guard() { *p = n; }
};
extern "C" __tile_global__ void test(Guard guard) { *guard.p = 1; }

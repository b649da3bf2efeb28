// case: parameter_with_destructor
// spec: [class.dtor] a defaulted destructor is trivial
// accept: nothing runs
#include "cuda_tile.h"

struct Guard {
    int* p;
    int n;
    ~Guard() = default;
};
extern "C" __tile_global__ void test(Guard guard) { *guard.p = guard.n; }

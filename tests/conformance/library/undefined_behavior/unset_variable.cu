// case: unset_variable
// spec: 3.1 Undefined Behavior Annex
// ub: rule 15: a variable that one branch only assigns
// arg: i32 = 1
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int n, int* out) {
    int x;
    if (n == 2)
        x = 5;
    out[0] = x * n;
}

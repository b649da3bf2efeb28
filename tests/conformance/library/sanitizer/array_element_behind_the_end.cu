// case: array_element_behind_the_end
// spec: 3.1 Undefined Behavior Annex
// ub: rule 10: the sixth of five elements of a local array
// arg: i32 = 6
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int n, int* out) {
    int x[5] = {1, 2, 3, 4, 5};
    int* p = &x[0] + n;
    out[0] = p == &x[0];
}

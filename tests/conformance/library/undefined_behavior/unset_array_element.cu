// case: unset_array_element
// spec: 3.1 Undefined Behavior Annex
// ub: rule 15: an element of a local array that was not written
// arg: i32 = 3
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int n, int* out) {
    int array[4];
    for (int i = 0; i < n; ++i)
        array[i] = i;
    out[0] = array[n] + 1;
}

// case: before_an_array
// spec: 3.1 Undefined Behavior Annex
// ub: rule 10: a pointer before the first element of an array
// arg: i32 = 1
// arg: out bool[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int n, bool* out) {
    int array[4] = {n, n, n, n};
    auto first = ct::full<ct::tile<int*, ct::shape<1>>>(&array[0]);
    ct::store(ct::full<ct::tile<bool*, ct::shape<1>>>(out), (first - n) == first);
}

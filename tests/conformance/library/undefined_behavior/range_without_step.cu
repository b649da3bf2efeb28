// case: range_without_step
// spec: 3.1 Undefined Behavior Annex
// ub: rule 27: the step of a range is negative
// arg: i32 = -1
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int step, int* out) {
    int n = 0;
    for (auto i : ct::irange(5, 3, step))
        n += i;
    out[0] = n;
}

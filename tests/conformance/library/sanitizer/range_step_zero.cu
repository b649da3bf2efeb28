// case: range_step_zero
// spec: 3.1 Undefined Behavior Annex
// ub: rule 27: a step of zero
// arg: i32 = 0
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int step, int* out) {
    int s = 0;
    for (int i : ct::irange(0, 4, step)) {
        s += i;
        if (s > 5)
            break;
    }
    out[0] = s;
}

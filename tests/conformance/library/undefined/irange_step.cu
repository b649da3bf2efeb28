// case: irange_step
// spec: 3.1 Undefined Behavior Annex (example)
// ub: a step of -1
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    ct::irange x(20, 10, -1); // UB
    out[0] = x.empty();
}

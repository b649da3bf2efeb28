// case: div_by_zero
// spec: 3.1 Undefined Behavior Annex (example)
// ub: 10 / 0
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    int x = 10;
    int y = 0;
    auto z = ct::div(x, y); // UB
    out[0] = z;
}

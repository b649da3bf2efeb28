// case: sub
// spec: 3.1 Undefined Behavior Annex (example)
// ub: signed char -128 - 1
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    signed char x = -128;
    signed char y = 1;
    auto z = ct::sub(x, y); // UB
    out[0] = z;
}

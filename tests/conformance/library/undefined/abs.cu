// case: abs
// spec: 3.1 Undefined Behavior Annex (example)
// ub: abs of the least signed char
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    signed char x = -128;
    auto y = ct::abs(x); // UB
    out[0] = y;
}

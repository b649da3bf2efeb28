// case: div_overflows
// spec: 3.1 Undefined Behavior Annex (example)
// ub: -128 / -1 of signed char
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    signed char x = -128;
    signed char y = -1;
    auto z = ct::div(x, y); // UB
    out[0] = z;
}

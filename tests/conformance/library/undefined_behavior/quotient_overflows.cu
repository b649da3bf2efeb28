// case: quotient_overflows
// spec: 3.1 Undefined Behavior Annex
// ub: rule 4: the smallest value by -1
// arg: i32 = -2147483648
// arg: i32 = -1
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int x, int y, int* out) {
    out[0] = ct::floordiv(x, y);
}

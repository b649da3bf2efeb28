// case: assume_below
// spec: 3.1 Undefined Behavior Annex
// ub: rule 30: -1 is below 0
// arg: i32 = -1
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = ct::assume_bounded_below(n, 0_ic);
}

// case: assumption
// spec: 3.1 Undefined Behavior Annex (example)
// ub: 50 > 10
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int* out) {
    int x = 50;
    int y = ct::assume_bounded_above(x, 10_ic); // UB
    out[0] = y;
}

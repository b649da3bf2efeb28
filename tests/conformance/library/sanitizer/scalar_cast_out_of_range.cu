// case: scalar_cast_out_of_range
// spec: 3.1 Undefined Behavior Annex
// ub: rule 8: 3e9 is not an int
// arg: f32 = 3e9
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(float x, int* out) {
    out[0] = (int)x;
}

// case: uninitialised_scalar_is_stored
// spec: 3.1 Undefined Behavior Annex
// ub: rule 15: a variable that nothing was assigned to
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    int x;
    out[0] = x;
}

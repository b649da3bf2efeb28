// case: bitcast_to_bool
// spec: 3.1 Undefined Behavior Annex (example)
// ub: a bool of 2
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    unsigned char x = 2;
    auto r0 = ct::element_bitcast<bool>(x); // UB
    out[0] = r0;
}

// case: irange_bound
// spec: 3.1 Undefined Behavior Annex (example)
// ub: 251 > 255 - 10 + 1
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    ct::irange<unsigned char> x(0, 251, 10); // UB
    out[0] = x.empty();
}

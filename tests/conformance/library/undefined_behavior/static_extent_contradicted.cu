// case: static_extent_contradicted
// spec: 3.1 Undefined Behavior Annex
// ub: rule 19: a static extent is given another value
// arg: u32 = 5
// arg: out u32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(unsigned n, unsigned* out) {
    ct::extents<unsigned, 4, ct::dynamic_extent> e{n, n};
    out[0] = e.extent(1);
}
